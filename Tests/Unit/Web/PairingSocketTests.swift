import Glibc
import Platform
import Testing
import TestSupport
import Web

@Suite("The socket of nodline pair")
struct PairingSocketTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Client {
        let number: Int32

        init(_ number: Int32) { self.number = number }
        deinit { close(number) }

        func send(_ text: String) throws { try systemCall("send") { Glibc.send(number, text, text.utf8.count, Int32(MSG_NOSIGNAL)) } }

        /// What it is answered; `nil` when that hangs.
        func answer() -> String? {
            var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0), bytes = [UInt8](repeating: 0, count: 100)
            guard poll(&wait, 1, Int32(hang * 1000)) > 0 else { return nil }
            return String(decoding: bytes[..<max(0, recv(number, &bytes, bytes.count, 0))], as: UTF8.self)
        }
    }

    /// A client that has sent this.
    private func client(_ text: String) throws -> Client {
        let client = Client(try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        let address = try #require(SocketAddress(path: folder.path + "/" + PairingSocket.name))
        try systemCall("connect") { address.with { connect(client.number, $0, $1) } }
        if !text.isEmpty { try client.send(text) }
        return client
    }

    @Test("clients that send nothing, half a line or too much keep nobody from pairing, however many they are", arguments: ["", "pai", String(repeating: "x", count: 5000)], [1, 15, 40])
    func slow(text: String, count: Int) throws {
        // Whoever waits for a silent client waits longer than a test may hang.
        try PairingSocket.listen(in: folder.path, timeout: 2 * hang) { $0 == "pair" ? "code" : nil }
        let silent = try (0..<count).map { _ in try client(text) }
        #expect(try client("pair\n").answer() == "code\n")
        withExtendedLifetime(silent) {}
    }

    @Test("a line in parts is answered, an unknown one and a client that leaves are not")
    func parts() throws {
        try PairingSocket.listen(in: folder.path, timeout: 2 * hang) { $0 == "pair" ? "code" : nil }
        let slow = try client("pa")
        #expect(try client("what\n").answer() == "")
        _ = try client("pai")
        try slow.send("ir\n")
        #expect(slow.answer() == "code\n")
    }

    @Test("a socket that a killed server left behind is replaced")
    func stale() throws {
        try PairingSocket.listen(in: folder.path) { _ in "previous" }
        try PairingSocket.listen(in: folder.path) { _ in "present" }
        #expect(try client("pair\n").answer() == "present\n")
    }
}
