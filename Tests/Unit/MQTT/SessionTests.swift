import MQTT
import Testing

@Suite("A connection to a broker")
struct SessionTests {
    private typealias Bytes = [UInt8]

    private func session(_ version: MQTTVersion = .five, obeys: Bool = true, keepAlive: Int = 5) -> Session {
        Session(version, client: "nodline_kitchen", keepAlive: keepAlive, user: "kitchen", password: "secret", will: "nodline/kitchen/availability",
                willPayload: "offline", obeys: obeys, at: 0)
    }

    private static let accepted: Bytes = [0x20, 3, 0, 0, 0], acceptedByThree: Bytes = [0x20, 2, 0, 0], alive: Bytes = [0xD0, 0]

    private static func publish(_ topic: String, _ payload: String, _ first: UInt8 = 0x30, id: Bytes = [], properties: Bytes = [0]) -> Bytes {
        PacketReaderTests.packet(first, [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + id + properties + Array(payload.utf8))
    }

    /// What happens with some bytes, as words.
    private func outcome(_ session: inout Session, _ bytes: Bytes, at time: Double = 0) -> String {
        let (events, ending) = session.receive(bytes[...], at: time)
        return (events.map { "\($0)" } + [ending.map { ($0.isLasting ? "lasting: " : "") + $0.reason }].compactMap { $0 }).joined(separator: "; ")
    }

    @Test("the first packet asks for a new session and names what may be sent at most; 3.1.1 has no such words")
    func connect() {
        let five = session().output, three = session(.three).output
        #expect(five.prefix(10) == [0x10, UInt8(five.count - 2), 0, 4, 77, 81, 84, 84, 5, 0x02 | 0x2C | 0xC0])
        #expect(Array(five[10..<21]) == [0, 5, 8, 0x21, 0, 20, 0x27, 0, 1, 0, 0])
        #expect(three.prefix(12) == [0x10, UInt8(three.count - 2), 0, 4, 77, 81, 84, 84, 4, 0x02 | 0x2C | 0xC0, 0, 5])
        #expect(five.count == three.count + 10)
    }

    @Test("a refused connection says why, and whether only people can change it", arguments: [
        (MQTTVersion.five, [0x20, 3, 0, 0x87, 0], "lasting: the broker refused: not authorised"),
        (.five, [0x20, 3, 0, 0x86, 0], "lasting: the broker refused: the user or the password is wrong"),
        (.five, [0x20, 3, 0, 0x89, 0], "the broker refused: it is busy"),
        (.five, [0x20, 8, 0, 0x8A, 5, 0x1F, 0, 2, 104, 105], "lasting: the broker refused: this client is banned there (hi)"),
        (.five, [0x20, 2, 0, 1], "lasting: it does not know this version of MQTT"),
        (.three, [0x20, 2, 0, 5], "lasting: the broker refused: not authorised"),
        (.three, [0x20, 2, 0, 4], "lasting: the broker refused: the user or the password is wrong"),
        (.five, [0x15, 3, 3, 0, 2, 2, 70], "lasting: it answers with TLS"),
        (.five, Array("HTTP/1.1 400 Bad Request\r\n".utf8), "what it sends is not MQTT"),
        (.five, [0x30, 0xFF, 0xFF, 0xFF, 0x7F], "what it sends is not MQTT"),
    ] as [(MQTTVersion, [UInt8], String)])
    func refused(version: MQTTVersion, bytes: [UInt8], words: String) {
        var session = session(version)
        #expect(outcome(&session, bytes).hasPrefix(words))
    }

    @Test("the end of a connection, of a message's way and of a subscription say why", arguments: [
        ([0xE0, 2, 0x8E, 0], "lasting: another machine uses this machine's name"),
        ([0xE0, 1, 0x8B], "it has ended the connection: it is shutting down"),
        ([0xE0, 2, 0x8D, 0], "it has ended the connection: it has heard nothing"),
        ([0x40, 3, 0, 7, 0x87], "acknowledged(id: 7, refusal: Optional(\"not authorised"),
        ([0x40, 2, 0, 7], "acknowledged(id: 7, refusal: nil)"),
        ([0x40, 3, 0, 7, 0x10], "acknowledged(id: 7, refusal: nil)"),
        ([0x90, 4, 0, 1, 0, 0x87], "subscriptionRefused(\"a/#\", reason: \"not authorised"),
        ([0x90, 4, 0, 1, 0, 0], ""),
        ([0x34, 5, 0, 1, 97, 0, 1], "it sends messages with QoS 2"),
    ] as [([UInt8], String)])
    func reasons(bytes: [UInt8], words: String) {
        var session = session()
        _ = outcome(&session, Self.accepted)
        session.subscribe(["a/#"])
        #expect(outcome(&session, bytes).hasPrefix(words))
    }

    @Test("what a broker says of its reasons stays within one line of a journal, however long it is")
    func words() {
        let text = Array(("a\nnodline-mqtt: b\u{1B}[2J" + String(repeating: "\u{301}", count: 30_000)).utf8)
        let body: Bytes = [0, 7, 0x87] + PacketReaderTests.length(text.count + 3) + [0x1F, UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text
        var session = session()
        _ = outcome(&session, Self.accepted)
        guard case .acknowledged(7, let refusal?)? = session.receive(PacketReaderTests.packet(0x40, body)[...], at: 0).events.first else {
            Issue.record("it was not understood")
            return
        }
        #expect(refusal.contains("a\\u000anodline-mqtt: b\\u001b[2") && !refusal.contains("\n") && refusal.unicodeScalars.count < 400)
    }

    @Test("a broker that sends and does not read is left before much waits for it")
    func unread() {
        var session = session(), most = 0
        _ = outcome(&session, Self.accepted)
        let messages = [Bytes](repeating: Self.publish("a", "", 0x32, id: [0, 1]), count: 1000).flatMap(\.self)
        for _ in 0..<1000 {
            let ending = session.receive(messages[...], at: 0).ending
            most = max(most, session.output.count)
            if ending != nil { break }
        }
        #expect(most > 1000 && most < 2 << 20)
    }

    @Test("packets of every kind are counted, so that none comes without limit")
    func count() {
        var session = session()
        _ = outcome(&session, Self.accepted + Self.alive + Self.alive + [0x40, 2, 0, 9] + [0xB0, 2, 0, 1] + Self.publish("a", "b"))
        #expect(session.received == 6)
    }

    @Test("3.1.1 tells a refused subscription, too")
    func subscription() {
        var session = session(.three)
        _ = outcome(&session, Self.acceptedByThree)
        session.subscribe(["a/#"])
        #expect(outcome(&session, [0x90, 3, 0, 1, 0x80]).hasPrefix("subscriptionRefused(\"a/#\""))
    }

    @Test("a message that is too long is passed over, and the next one is read")
    func passedOver() {
        var session = session()
        _ = outcome(&session, Self.accepted)
        let long = Self.publish("a", String(repeating: "x", count: 70_000))
        #expect(outcome(&session, long + Self.publish("a", "b")).hasPrefix("passedOver(\(long.count - 4)); message("))
    }

    // MARK: The age of commands

    /// Until when a command counts that comes at a time; nil if none came.
    private func end(_ session: inout Session, _ bytes: Bytes, at time: Double) throws(Ending) -> Double? {
        let (events, ending) = session.receive(bytes[...], at: time)
        if let ending { throw ending }
        for case .message(_, let until) in events { return until }
        return nil
    }

    @Test("a command counts for three seconds after the last answered ping was sent, whatever lay in between")
    func age() throws {
        var session = session(), command = Self.publish("c", "PRESS")
        _ = session.receive(Self.accepted[...], at: 10)
        #expect(try end(&session, command, at: 10) == -.infinity)  // it may have waited at the broker
        try session.tick(at: 10)
        #expect(try end(&session, command, at: 10.5) == -.infinity)
        #expect(try end(&session, Self.alive + command, at: 10.6) == 13)
        try session.tick(at: 10.9)  // not yet again
        #expect(try end(&session, Self.alive + command, at: 10.9) == 13)
        try session.tick(at: 11)
        // The process was stopped for 20 s: the answer to its ping and a command have waited since.
        #expect(try end(&session, Self.alive + command, at: 31) == 14)
        try session.tick(at: 31)
        #expect(try end(&session, command, at: 31.1) == 14)
        #expect(try end(&session, Self.alive + command, at: 31.2) == 34)
        command = Self.publish("c", "PRESS", 0x32, id: [0, 9])
        #expect(try end(&session, command, at: 31.3) == 34)
        #expect(session.output.suffix(4) == [0x40, 2, 0, 9])
    }

    @Test("random broker, network and pauses of the process: a command that counts was sent by the broker within three seconds", arguments: 0..<50)
    func randomAge(seed: UInt64) throws {
        var random = Random(seed: seed), session = session(), time = 0.0, counted = 0
        _ = session.receive(Self.accepted[...], at: 0)
        // What is under way to the broker, and from it, with the time at which it was sent. Pipes that keep their order and delay.
        var up: [Double] = [], down: [(bytes: Bytes, sent: Double)] = [], stopped = 0.0
        session.output = []
        for _ in 0..<4000 {
            time += Double.random(in: 0...0.2, using: &random)
            if Double.random(in: 0...1, using: &random) < 0.01 { stopped = time + .random(in: 0...30, using: &random) }
            // The broker works unless it is stuck.
            if Double.random(in: 0...1, using: &random) < 0.9 {
                down += up.map { _ in (Self.alive, time) }
                up = []
                if Double.random(in: 0...1, using: &random) < 0.3 { down.append((Self.publish("c", "PRESS"), time)) }
            }
            guard time >= stopped else { continue }
            // The network brings a part of what is under way.
            let count = Int.random(in: 0...down.count, using: &random)
            for (bytes, sent) in down.prefix(count) {
                guard let end = try end(&session, bytes, at: time), time <= end else { continue }
                counted += 1
                #expect(time - sent <= Freshness.most)
            }
            down.removeFirst(count)
            do throws(Ending) { try session.tick(at: time) } catch { break }
            up += [Double](repeating: time, count: session.output.count / 2)
            session.output = []
        }
        #expect(counted > 0 || time < 60)
    }

    @Test("without commands a ping is sent twice in keep_alive; a broker that does not answer is left")
    func alive() throws {
        var session = session(obeys: false, keepAlive: 10)
        _ = session.receive(Self.accepted[...], at: 0)
        let before = session.output.count
        for second in 0...4 { try session.tick(at: Double(second)) }
        #expect(session.output.count == before + 2)
        _ = session.receive(Self.alive[...], at: 4)
        try session.tick(at: 5)
        #expect(session.output.count == before + 4)
        try session.tick(at: 15)
        #expect(throws: Ending.self) { try session.tick(at: 15.1) }
    }
}
