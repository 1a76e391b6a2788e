import Glibc
import Outputs
import Platform
import Testing
import TestSupport
import Wire

@Suite("What nodline-bluetooth is asked and says")
struct BluetoothDeskTests {
    /// A desk of the test's own: the guest's connection, its first packet, and the packets that it is answered.
    private func talk(_ wish: BluetoothWish, answers: [String]) throws -> (asked: String, news: [BluetoothNews]) {
        let folder = try TemporaryFolder(), path = folder.path + "/desk"
        let address = try #require(SocketAddress(path: path))
        let door = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(door) }
        try #require(address.with { bind(door, $0, $1) } == 0 && listen(door, 1) == 0)
        let desk = try BluetoothDesk(path: path, wish)
        #expect(desk.next() == nil)
        let guest = accept(door, nil, nil)
        var packet = [UInt8](repeating: 0, count: 64)
        let count = recv(guest, &packet, packet.count, 0)
        for answer in answers { send(guest, answer, answer.utf8.count, Int32(MSG_NOSIGNAL)) }
        close(guest)
        return (String(decoding: packet.prefix(max(0, count)), as: UTF8.self), (0...answers.count).map { _ in desk.wait() })
    }

    @Test("each wish is one packet, each answer one piece of news, and a closed connection the end", arguments: [
        (.pair, "pair", ["waiting", "passkey 001234", "waiting", "paired"], [.waiting, .passkey("001234"), .waiting, .paired, .ended]),
        (.list, "list", ["host AA:00:00:00:00:01 connected My  tablet", "host AA:00:00:00:00:02 away ", "listed"],
         [.host(.init(address: "AA:00:00:00:00:01", name: "My  tablet", connected: true)),
          .host(.init(address: "AA:00:00:00:00:02", name: "", connected: false)), .listed, .ended]),
        (.forget(address: "AA:00:00:00:00:01"), "forget AA:00:00:00:00:01", ["forgotten"], [.forgotten, .ended]),
        (.forget(address: "AA:00:00:00:00:01"), "forget AA:00:00:00:00:01", ["unknown"], [.unknown, .ended]),
        (.pair, "pair", [], [.ended]),
        (.pair, "pair", ["passkey", "nonsense", " "], [.waiting, .waiting, .waiting, .ended]),
    ] as [(BluetoothWish, String, [String], [BluetoothNews])])
    func news(wish: BluetoothWish, packet: String, answers: [String], news: [BluetoothNews]) throws {
        let said = try talk(wish, answers: answers)
        #expect(said.asked == packet)
        #expect(said.news == news)
    }

    @Test("without a nodline-bluetooth it says where that was looked for")
    func missing() throws {
        #expect { try BluetoothDesk(path: "/nowhere/pairing", .list) } throws: { "\($0)".contains("/nowhere/pairing") }
    }

    @Test("only what is an address passes for one", arguments: [
        ("AA:00:00:00:00:01", true), ("aa:bb:cc:dd:ee:ff", true), ("", false), ("AA:00:00:00:00", false), ("AA:00:00:00:00:01:02", false),
        ("AA:00:00:00:00:0G", false), ("AA:00:00:00:00:0", false), ("AA:00:00:00:00:01 x", false), ("../../dev_00", false), ("ÄA:00:00:00:00:1", false),
    ])
    func address(text: String, isOne: Bool) { #expect(PairedHost.isAddress(text) == isOne) }
}
