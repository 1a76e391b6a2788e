import MQTT
import Testing

@Suite("What a broker may send")
struct SessionFuzzTests {
    private typealias Bytes = [UInt8]

    /// A broker's packets, whole and of both versions, as a beginning for what is damaged.
    private static let packets: [Bytes] = [
        [0x20, 3, 0, 0, 0], [0x20, 2, 0, 0], [0x20, 6, 0, 0, 3, 0x21, 0, 5], [0x20, 14, 0, 0, 11, 0x27, 0, 0, 1, 0, 0x21, 0, 1, 0x13, 0, 1],
        [0x20, 8, 0, 0x8A, 5, 0x1F, 0, 2, 104, 105],
        [0x30, 7, 0, 1, 99, 0, 79, 78, 46], [0x32, 8, 0, 1, 99, 0, 9, 0, 79, 78], [0x31, 6, 0, 1, 99, 0, 79, 78], [0x34, 7, 0, 1, 99, 0, 9, 0, 79],
        [0x30, 10, 0, 1, 99, 5, 0x23, 0, 1, 0x01, 1, 79], [0x30, 14, 0, 1, 99, 9, 0x26, 0, 1, 97, 0, 1, 98, 0x01, 1, 79],
        [0x40, 2, 0, 1], [0x40, 3, 0, 1, 0x87], [0x40, 9, 0, 1, 0x87, 5, 0x1F, 0, 2, 104, 105], [0x90, 4, 0, 1, 0, 0x87], [0x90, 3, 0, 1, 0x80],
        [0xB0, 4, 0, 2, 0, 0], [0xD0, 0], [0xE0, 0], [0xE0, 2, 0x8E, 0], [0xE0, 7, 0x8B, 5, 0x1F, 0, 2, 104, 105],
        [0x30, 0xFF, 0xFF, 0xFF, 0x7F], [0x50, 2, 0, 1], [0x62, 2, 0, 1], [0x00, 0], [0xF0, 2, 0, 0],
    ]

    private func stream(_ random: inout Random) -> Bytes {
        var bytes: Bytes = Double.random(in: 0...1, using: &random) < 0.9 ? (Bool.random(using: &random) ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]) : []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            var packet = Self.packets.randomElement(using: &random) ?? []
            for _ in 0..<([0, 0, 1, 1, 2, 5].randomElement(using: &random) ?? 0) where !packet.isEmpty {
                let place = Int.random(in: 0..<packet.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: packet[place] = UInt8.random(in: 0...255, using: &random)
                case 1: packet[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: packet.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: packet.remove(at: place)
                }
            }
            bytes += packet
        }
        return bytes
    }

    private func session(_ version: MQTTVersion) -> Session {
        var session = Session(version, client: "n", keepAlive: 5, user: "", password: nil, will: "a", willPayload: "offline", obeys: true, at: 0)
        session.output = []
        return session
    }

    /// What a session makes of bytes in pieces: its events until it ends, and why it ends.
    private func outcome(_ version: MQTTVersion, _ bytes: Bytes, _ pieces: () -> Int) -> String {
        var session = session(version), words: [String] = [], rest = bytes[...]
        session.subscribe(["a/#"])
        session.output = []
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, pieces()))
            rest = rest.dropFirst(piece.count)
            let (events, ending) = session.receive(piece, at: 0)
            words += events.map { "\($0)" }
            if let ending { return (words + ["\(ending)"]).joined(separator: "\n") }
        }
        #expect(session.output.count <= bytes.count)
        return words.joined(separator: "\n")
    }

    @Test("damaged packets mean the same in whatever pieces they come, end nothing but the connection, and are answered with no more than came", arguments: 0..<40)
    func pieces(seed: UInt64) {
        var random = Random(seed: seed)
        for _ in 0..<50 {
            let bytes = stream(&random), version: MQTTVersion = Bool.random(using: &random) ? .five : .three
            let whole = outcome(version, bytes) { bytes.count }
            let most = Int.random(in: 1...9, using: &random)
            let cut = outcome(version, bytes) { Int.random(in: 1...most, using: &random) }
            #expect(whole == cut, "\(version) \(bytes)")
        }
    }
}
