import Glibc

/// A client of ``PairingSocket``, from its connection until its line is answered.
final class PairingClient {
    /// Bytes of a line.
    private static let longest = 4096

    let descriptor: Int32
    /// Seconds of the monotonic clock.
    let since: Double
    private(set) var isDone = false
    private var line: [UInt8] = []

    init(_ descriptor: Int32, since: Double) { (self.descriptor, self.since) = (descriptor, since) }

    deinit { close(descriptor) }

    /// Reads what has come, and answers a whole line.
    func read(_ answer: (String) -> String?) {
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        isDone = count <= 0 || line.count + count > Self.longest
        guard !isDone else { return }
        line += bytes[..<count]
        guard line.last == UInt8(ascii: "\n") else { return }
        isDone = true
        guard let text = answer(String(decoding: line.dropLast(), as: UTF8.self)) else { return }
        let reply = Array((text + "\n").utf8)
        _ = send(descriptor, reply, reply.count, Int32(MSG_NOSIGNAL))  // a new socket has room for it
    }
}
