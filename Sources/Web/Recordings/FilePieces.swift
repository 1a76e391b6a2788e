import FlyingFox
import FlyingSocks
import Platform

/// Pieces of a file as an answer's body: all of it, or some of the same size that lie equally far apart, as every sixth picture of a clip does.
struct FilePieces: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The most bytes of an answer that is no download.
    private static let most = 4_000_000
    /// Bytes that are read at once.
    private static let portion = 16_384

    /// Places in the file.
    private let ranges: [Range<Int>]
    private let file: OpenFile
    private let isAllowed: @Sendable () -> Bool

    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The whole file.
    init(_ file: OpenFile, size: Int, isAllowed: @escaping @Sendable () -> Bool) {
        (self.file, self.isAllowed) = (file, isAllowed)
        ranges = [0..<size]
    }

    /// - Parameters:
    ///   - query: `from` and `size` of the first piece in bytes, `count` of them (1), and `step` from one to the next (`size`).
    ///   - isAllowed: whether the client may still have them.
    /// - Returns: `nil` if that is no request for pieces. What lies behind the file's end is left out.
    init?(_ file: OpenFile, size whole: Int, _ query: [String: Int], isAllowed: @escaping @Sendable () -> Bool) {
        guard let from = query["from"], let size = query["size"], query.values.allSatisfy({ (0...1 << 40).contains($0) }) else { return nil }
        let count = query["count"] ?? 1, step = query["step"] ?? size
        guard (1...Self.most).contains(size), (1...1000).contains(count), step >= size, size * count <= Self.most else { return nil }
        (self.file, self.isAllowed) = (file, isAllowed)
        ranges = (0..<count).map { from + $0 * step }.filter { $0 < whole }.map { $0..<Swift.min($0 + size, whole) }
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let pieces: FilePieces
        var number = 0, done = 0

        mutating func next() async throws -> UInt8? { nil }  // the server asks for buffers only

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            while number < pieces.ranges.count {
                let range = pieces.ranges[number]
                guard done < range.count else {
                    (number, done) = (number + 1, 0)
                    continue
                }
                guard pieces.isAllowed() else { throw SocketError.disconnected }
                let bytes = try pieces.file.read(from: range.lowerBound + done, atMost: Swift.min(FilePieces.portion, range.count - done))
                guard !bytes.isEmpty else { throw SocketError.disconnected }  // it was cut meanwhile
                done += bytes.count
                return bytes
            }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }
}
