import Glibc
import Platform

/// A connection to one of the appliance's sockets that never blocks: JSON objects, one on each line.
final class ApplianceStream {
    /// Bytes of a line. The appliance's are shorter; a picture, which is longer, was not asked for.
    private static let longest = 100_000

    let descriptor: Int32
    private var rest: [UInt8] = []

    /// - Throws: ``SystemError`` if nobody listens there, or this user may not connect.
    init(path: String) throws(SystemError) {
        guard let address = SocketAddress(path: path) else { throw SystemError("connect", path, code: ENAMETOOLONG) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = try systemCall("socket") { socket(AF_UNIX, kind, 0) }
        guard address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let error = SystemError("connect", path)
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The whole lines that have come.
    /// - Returns: `nil` at the end of the connection.
    func lines() -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil }
        rest += buffer[..<count]
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return rest.count > Self.longest ? nil : [] }
        defer { rest.removeSubrange(...end) }
        return rest[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Returns: whether there was room for it. If not, a part of it may be there, and the connection is of no use any more.
    func send(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}
