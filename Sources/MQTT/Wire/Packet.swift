/// A version of MQTT.
package enum MQTTVersion: UInt8, Sendable {
    /// 3.1.1
    case three = 4
    case five = 5
}

/// What a broker sends.
package enum Packet: Equatable, Sendable {
    /// The answer to the connection: a code, whose meaning depends on `version`, and what the broker asks for.
    case accepted(Terms)
    case published(CommandRules.Message, quality: Int, id: Int)
    /// The end of a message's way to the broker, with a reason: 0x80 and above is a refusal.
    case acknowledged(id: Int, reason: UInt8, words: String)
    case subscribed(id: Int, reasons: [UInt8], words: String)
    case unsubscribed
    case alive
    case ended(reason: UInt8, words: String)

    /// What a broker of MQTT 5 asks for.
    package struct Terms: Equatable, Sendable {
        /// Messages that it takes before it has acknowledged them.
        package var inFlight = 65535
        /// Bytes of a packet.
        package var longest = 268_435_455
        /// Seconds; `nil` if ours are right.
        package var keepAlive: Int?
    }

    /// - Throws: ``Ending`` for a refused connection, and for bytes that are no packet of a broker's.
    package init(_ first: UInt8, _ body: [UInt8], _ version: MQTTVersion) throws(Ending) {
        var fields = FieldParser(body)
        let isFive = version == .five
        switch first {
        case 0x20: self = .accepted(try Self.terms(&fields, body, version))
        case 0x30...0x3F:
            let topic = try fields.text(), quality = Int(first >> 1 & 3)
            guard quality < 2 else { throw Ending("it sends messages with QoS 2, which nobody has asked for") }
            let id = quality > 0 ? try fields.number(2) : 0
            if isFive { _ = try fields.properties() }
            guard !topic.isEmpty else { throw .nonsense }
            self = .published(.init(topic: topic, payload: Array(fields.rest), isRetained: first & 1 == 1), quality: quality, id: id)
        case 0x40:
            let id = try fields.number(2)
            let reason = isFive && !fields.isEmpty ? UInt8(try fields.number(1)) : 0
            self = .acknowledged(id: id, reason: reason, words: isFive && !fields.isEmpty ? try fields.properties().reason : "")
        case 0x90:
            let id = try fields.number(2)
            let words = isFive ? try fields.properties().reason : ""
            self = .subscribed(id: id, reasons: Array(fields.rest), words: words)
        case 0xB0: self = .unsubscribed
        case 0xD0: self = .alive
        case 0xE0 where isFive:
            let reason = fields.isEmpty ? 0 : UInt8(try fields.number(1))
            self = .ended(reason: reason, words: fields.isEmpty ? "" : try fields.properties().reason)
        default: throw .nonsense
        }
    }

    private static func terms(_ fields: inout FieldParser, _ body: [UInt8], _ version: MQTTVersion) throws(Ending) -> Terms {
        _ = try fields.number(1)
        let code = UInt8(try fields.number(1))
        // A broker that only knows 3.1.1 answers in its own words.
        if version == .three || body.count == 2 {
            if code == 1 || (version == .five && code == 0) { throw Ending(Reason.three(1), isLasting: true, isAboutVersion: true) }
            guard code == 0 else { throw Ending("the broker refused: " + Reason.three(code), isLasting: true) }
            return Terms()
        }
        let properties = try fields.properties()
        guard code == 0 else {
            throw Ending("the broker refused: " + Reason.five(code) + properties.reason, isLasting: Reason.isLasting(code), isAboutVersion: code == 0x84)
        }
        var terms = Terms()
        terms.inFlight = max(1, properties.numbers[0x21] ?? terms.inFlight)
        terms.longest = properties.numbers[0x27] ?? terms.longest
        terms.keepAlive = properties.numbers[0x13].flatMap { $0 > 0 ? $0 : nil }
        return terms
    }
}
