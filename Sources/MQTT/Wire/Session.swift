/// One connection to a broker as a value: bytes in, bytes out, and what they mean. It has no socket and no clock.
package struct Session: Sendable {
    package enum Event: Equatable, Sendable {
        case accepted
        /// A message, and until when a command in it may take effect.
        case message(CommandRules.Message, until: Double)
        /// The broker has a message, or has refused it for a reason.
        case acknowledged(id: Int32, refusal: String?)
        /// It does not let this client subscribe to a topic.
        case subscriptionRefused(String, reason: String)
        /// A packet of so many bytes was too long to be read.
        case passedOver(Int)
    }

    /// Seconds for the broker's answer to the connection.
    private static let timeout = 10.0
    /// Bytes that wait for a broker which sends and does not read. Twenty messages, the most that are under way, are far shorter.
    private static let longestOutput = 1 << 20

    package let version: MQTTVersion
    private let keepAlive: Double
    private let pingInterval: Double
    private let begun: Double
    private var reader = PacketReader()
    private var freshness = Freshness()
    private var nextPing = 0.0, lastByte = -Double.infinity
    private var nextID = 1
    /// The topics that a subscription is about, by its number.
    private var subscribing: [Int: [String]] = [:]
    private var terms: Packet.Terms?

    /// What waits to be written.
    package var output: [UInt8] = []
    /// Packets that have come.
    package private(set) var received = 0
    /// Whether the broker has said anything.
    package private(set) var isAnswered = false

    /// - Parameters:
    ///   - keepAlive: seconds.
    ///   - obeys: commands may come, so their age must be known.
    package init(_ version: MQTTVersion, client: String, keepAlive: Int, user: String, password: String?, will: String, willPayload: String, obeys: Bool, at time: Double) {
        (self.version, self.keepAlive, begun) = (version, Double(keepAlive), time)
        pingInterval = obeys ? min(1, Double(keepAlive) / 2) : Double(keepAlive) / 2
        output = PacketBytes.connect(version, client: client, keepAlive: keepAlive, user: user, password: password, will: will, willPayload: willPayload)
    }

    package var isAccepted: Bool { terms != nil }
    /// Messages that the broker takes before it has acknowledged them.
    package var mostInFlight: Int { min(terms?.inFlight ?? 0, Outbox.mostInFlight) }
    /// When the last part of a packet came that is too long to be read: what the broker wants to say comes after it.
    package private(set) var lastPassedOver = -Double.infinity

    // MARK: - What comes

    /// Takes bytes that were just read.
    /// - Returns: what they mean, and why they end the connection, if they do.
    package mutating func receive(_ bytes: ArraySlice<UInt8>, at time: Double) -> (events: [Event], ending: Ending?) {
        var events: [Event] = []
        do throws(Ending) { try receive(bytes, at: time, &events) } catch { return (events, error) }
        return (events, nil)
    }

    private mutating func receive(_ bytes: ArraySlice<UInt8>, at time: Double, _ events: inout [Event]) throws(Ending) {
        if !isAnswered, let first = bytes.first, first != 0x20 {
            throw first == 0x15 ? Ending("it answers with TLS: mqtt.tls = true, or the port without TLS (usually 1883)", isLasting: true) : .nonsense
        }
        if !bytes.isEmpty { (isAnswered, lastByte) = (true, time) }
        reader.add(bytes)
        if reader.isPassingOver { lastPassedOver = time }
        while let item = try reader.next() {
            received += 1
            switch item {
            case .tooLong(let first, let length):
                // Only a message may have any length, and only once the broker has accepted this client.
                guard isAccepted, first & 0xF0 == 0x30 else { throw .nonsense }
                lastPassedOver = time
                events.append(.passedOver(length))
            case .packet(let first, let body):
                if !isAccepted, first != 0x20 { throw .nonsense }
                try take(Packet(first, body, version), &events)
            }
        }
    }

    private mutating func take(_ packet: Packet, _ events: inout [Event]) throws(Ending) {
        switch packet {
        case .accepted(let terms):
            guard self.terms == nil else { throw .nonsense }
            self.terms = terms
            events.append(.accepted)
        case .published(let message, let quality, let id):
            if quality == 1 {
                guard output.count < Self.longestOutput else { throw Ending("it sends, but does not read") }
                output += PacketBytes.acknowledge(id)
            }
            events.append(.message(message, until: freshness.end))
        case .acknowledged(let id, let reason, let words):
            events.append(.acknowledged(id: Int32(id), refusal: reason < 0x80 ? nil : Reason.five(reason) + words))
        case .subscribed(let id, let reasons, let words):
            for (topic, reason) in zip(subscribing.removeValue(forKey: id) ?? [], reasons) where reason >= 0x80 {
                let text = version == .five ? Reason.five(reason) : "not authorised, or not accepted"
                events.append(.subscriptionRefused(topic, reason: text + words))
            }
        case .unsubscribed: break
        case .alive: freshness.answered()
        case .ended(let reason, let words):
            if reason == 0x8E { throw Ending.takenOver }
            throw Ending("it has ended the connection" + (reason == 0 ? "" : ": " + Reason.five(reason)) + words, isLasting: Reason.isLasting(reason))
        }
    }

    /// Keeps the connection alive; to be called at least once a second, after ``receive(_:at:)``.
    package mutating func tick(at time: Double) throws(Ending) {
        guard let terms else {
            if time - begun > Self.timeout { throw Ending("it does not answer") }
            return
        }
        if let asked = freshness.asked {
            if time - max(asked, lastByte) > keepAlive { throw Ending("it does not answer any more") }
        } else if time >= nextPing {
            nextPing = time + min(pingInterval, Double(terms.keepAlive ?? .max) / 2)
            freshness.ask(at: time)
            output += PacketBytes.ping
        }
    }

    /// Seconds until ``tick(at:)`` has something to do, at most one.
    package func wait(at time: Double) -> Double { isAccepted && freshness.asked == nil ? min(max(0, nextPing - time), 1) : 1 }

    // MARK: - What goes

    /// - Returns: the message's number; `nil` if it is longer than the broker takes.
    package mutating func publish(_ message: Outbox.Message) -> Int32? {
        let bytes = PacketBytes.publish(version, message, id: nextID)
        guard bytes.count <= terms?.longest ?? 0 else { return nil }
        output += bytes
        return Int32(takeID())
    }

    package mutating func subscribe(_ topics: [String]) {
        output += PacketBytes.subscribe(version, topics, id: nextID)
        subscribing[takeID()] = topics
    }

    package mutating func unsubscribe(_ topics: [String]) {
        output += PacketBytes.unsubscribe(version, topics, id: nextID)
        _ = takeID()
    }

    private mutating func takeID() -> Int {
        defer { nextID = nextID % 65535 + 1 }
        return nextID
    }
}
