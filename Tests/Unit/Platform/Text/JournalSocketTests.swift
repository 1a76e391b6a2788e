import Glibc
import Platform
import Testing
import TestSupport

@Suite("The journal's socket")
struct JournalSocketTests {
    private static let entry = JournalEntry(.error, "two\nlines", ["NODLINE_A": "1", "NODLINE_B": nil, "NODLINE_C": "x\ny"])

    @Test("an entry is one datagram with all fields, in the journal's native protocol")
    func native() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/journal"
        let journal = try Self.listen(path)
        defer { close(journal) }
        let socket = try #require(JournalSocket(program: "nodline", path: path))
        #expect(socket.send(Self.entry))
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = recv(journal, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        #expect(String(decoding: bytes[..<max(0, count)], as: UTF8.self) == "MESSAGE=two\\u000alines\nPRIORITY=3\nSYSLOG_IDENTIFIER=nodline\n"
            + "NODLINE_A=1\nNODLINE_C\n\u{3}\0\0\0\0\0\0\0x\ny\n")
    }

    @Test("a journal that is slow or gone refuses entries at once")
    func full() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/journal"
        let socket = try #require(JournalSocket(program: "nodline", path: path))
        #expect(!socket.send(Self.entry), "gone")
        let journal = try Self.listen(path)
        defer { close(journal) }
        let clock = Stopwatch()
        var sent = 0
        while sent < 100_000, socket.send(Self.entry) { sent += 1 }
        #expect(sent > 0 && sent < 100_000, "slow, after \(sent)")
        #expect(clock.own < 5)
        var bytes = [UInt8](repeating: 0, count: 1000)
        while recv(journal, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        #expect(socket.send(Self.entry), "it reads again")
    }

    private static func listen(_ path: String) throws -> Int32 {
        let journal = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let address = try #require(SocketAddress(path: path))
        #expect(address.with { bind(journal, $0, $1) } == 0)
        return journal
    }
}
