import Glibc
import Platform

/// Buffered reader of lines and blocks from a file descriptor, for formats that mix text lines and raw frames. It closes the descriptor,
/// except standard input.
final class ByteReader {
    private let descriptor: Int32
    private let closesDescriptor: Bool
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    private var position = 0
    private var available = 0

    /// - Parameter closesDescriptor: `false` for standard input.
    init(descriptor: Int32, closesDescriptor: Bool = true) {
        self.descriptor = descriptor
        self.closesDescriptor = closesDescriptor
    }

    deinit {
        buffer.deallocate()
        if closesDescriptor { close(descriptor) }
    }

    /// The next line without its newline, `nil` at the end of the stream.
    /// - Throws: ``ReadError`` when no newline comes within `limit` bytes, or reading fails.
    func line(limit: Int = 1024) throws(ReadError) -> String? {
        var bytes: [UInt8] = []
        while true {
            if position == available, try !refill() {
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            let byte = buffer[position]
            position += 1
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            guard bytes.count < limit else { throw .lineTooLong(limit) }
            bytes.append(byte)
        }
    }

    /// Fills `target` up to the end of the stream; returns the number of bytes read.
    func read(into target: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        var filled = min(available - position, target.count)
        if filled > 0, let base = target.baseAddress, let source = buffer.baseAddress {
            base.copyMemory(from: source + position, byteCount: filled)
            position += filled
        }
        while filled < target.count {
            let count = try readRetrying(UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    private func refill() throws(ReadError) -> Bool {
        position = 0
        available = try readRetrying(buffer)
        return available > 0
    }

    private func readRetrying(_ target: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        do { return try systemCall("read") { Glibc.read(descriptor, target.baseAddress, target.count) } } catch {
            throw .failed(error)
        }
    }
}

/// Why a read failed.
enum ReadError: Error {
    case lineTooLong(Int)
    case failed(SystemError)

    var problem: String {
        switch self {
        case .lineTooLong(let limit): "a header line is longer than \(limit) bytes"
        case .failed(let error): error.description
        }
    }
}
