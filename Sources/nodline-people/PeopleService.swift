import Glibc
import People
import Platform

/// Answers requests one after the other.
struct PeopleService {
    private let embedder: any Embedder
    /// Seconds.
    private let idle: Int

    init(_ embedder: any Embedder, idle: Int) {
        self.embedder = embedder
        self.idle = idle
    }

    /// Returns when the input ends between two requests, nothing has come for a while, or nobody reads the output.
    /// - Throws: ``PeopleWireError`` for an input that is no request, or ends within one; ``SystemError``.
    func run() throws {
        var decoder = PeopleWireDecoder<PeopleRequest>()
        var buffer = [UInt8](repeating: 0, count: 32768)
        while true {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let ready = try systemCall("poll", "standard input") { poll(&input, 1, Int32(idle) * 1000) }
            guard ready > 0 else { return }
            let count = try systemCall("read", "standard input") { read(STDIN_FILENO, &buffer, buffer.count) }
            if count == 0 {
                guard !decoder.isInMessage else { throw PeopleWireError("the input ends within a request") }
                return
            }
            for request in try decoder.take(buffer[..<count]) {
                guard Self.send(PeopleReply(number: request.number, content(of: request))) else { return }
            }
        }
    }

    private func content(of request: PeopleRequest) -> PeopleReply.Content {
        do {
            return .embedding(try embedder.embedding(of: request.chip))
        } catch {
            return .failure("\(error)")
        }
    }

    /// - Returns: whether somebody still reads.
    static func send(_ reply: PeopleReply) -> Bool {
        var rest = reply.bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
