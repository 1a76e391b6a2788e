import CLinux
import Glibc
import Platform
import Synchronization
import TestSupport
import Web
import Wire

/// A control socket that answers every request and sends events on demand.
final class FakeAppliance: Sendable {
    private struct State {
        var clients: [Int32] = []
        var subscribers: [Int32] = []
        var lines: [String] = []
        /// The clients that wait for an answer.
        var asking: [Int32] = []
        /// Replies that are held back; `nil` if they are sent at once.
        var owed: [(line: String, client: Int32)]?
        /// The file that it hands over as the recording clip-1; `nil` if there is none.
        var clip: String?
        var isOpen = true
    }

    private let state = Mutex(State())
    private let door: Int32

    init(path: String) throws {
        unlink(path)
        guard let address = SocketAddress(path: path) else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        let door = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.door = door
        try systemCall("bind", path) { address.with { bind(door, $0, $1) } }
        try systemCall("listen", path) { Glibc.listen(door, 32) }
        try BackgroundThread.start { [self] in
            while true {
                let client = accept4(door, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                guard client >= 0 else { break }
                state.withLock { $0.clients.append(client) }
                try? BackgroundThread.start { self.serve(client) }
            }
            close(door)  // here, and once: elsewhere its number may belong to another test's socket by now
        }
    }

    /// Hands over a file as the recording clip-1.
    func hand(over file: String) { state.withLock { $0.clip = file } }

    /// Every line that clients have sent.
    var lines: [String] { state.withLock { $0.lines } }

    /// Waits until a client's line has come: a browser may hear of the connection before that.
    func firstLine() async -> String? {
        for _ in 0..<Int(hang * 200) where lines.isEmpty { try? await Task.sleep(nanoseconds: 5_000_000) }
        return lines.first
    }

    /// Open connections.
    var connections: Int { state.withLock { $0.clients.count } }

    func send(_ line: String) {
        state.withLock { for client in $0.subscribers { Self.write(line, to: client) } }
    }

    /// Holds replies back until ``payReplies()``.
    func oweReplies() { state.withLock { $0.owed = [] } }

    func payReplies() {
        state.withLock { state in
            for (line, client) in state.owed ?? [] { Self.write(line, to: client) }
            state.owed = nil
        }
    }

    /// Answers the oldest open question.
    func answer(_ word: String) {
        let client = state.withLock { $0.asking.isEmpty ? nil : $0.asking.removeFirst() }
        if let client { Self.write(ControlReply(to: nil, "ask").done(AskReply(answer: word)), to: client) }
    }

    /// Open questions.
    var questions: Int { state.withLock { $0.asking.count } }

    /// Closes the door and every connection.
    func stop() {
        state.withLock { state in
            if state.isOpen { shutdown(door, Int32(SHUT_RDWR)) }
            state.isOpen = false
            for client in state.clients { shutdown(client, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ client: Int32) {
        var rest: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                take(String(decoding: rest[..<end], as: UTF8.self), from: client)
                rest.removeSubrange(...end)
            }
        }
        state.withLock { state in
            state.clients.removeAll { $0 == client }
            state.subscribers.removeAll { $0 == client }
            state.asking.removeAll { $0 == client }
            state.owed?.removeAll { $0.client == client }
            close(client)
        }
    }

    private func take(_ line: String, from client: Int32) {
        let fields = JSONValue.object(line.utf8) ?? [:]
        let name = fields["request"]?.text ?? ""
        state.withLock { state in
            state.lines.append(line)
            if name == "ask" { state.asking.append(client) }
            if name == "subscribe" || name == "preview" { state.subscribers.append(client) }
        }
        if name == "why" || name == "ask" { return }  // it does not answer by itself
        if name == "open-recording" { return hand(fields["name"]?.text, to: client) }
        let id: ControlID? = if case .number(let number)? = fields["id"] { .number(Int(number)) } else { nil }
        let reply = ControlReply(to: id, name).done()
        state.withLock { state in
            if state.owed == nil { Self.write(reply, to: client) } else { state.owed?.append((reply, client)) }
        }
    }

    private func hand(_ name: String?, to client: Int32) {
        let file = state.withLock { $0.clip }.flatMap { name == "clip-1" ? try? OpenFile(reading: $0) : nil }
        guard let file else { return Self.write(#"{"reply":"open-recording","ok":false,"error":"unavailable","detail":"there is no such recording"}"#, to: client) }
        _ = Array((ControlReply(to: nil, "open-recording").done() + "\n").utf8).withUnsafeBytes { file.send($0, to: client) }
    }

    private static func write(_ line: String, to client: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
