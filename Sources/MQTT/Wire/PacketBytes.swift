/// The packets that a client sends.
package enum PacketBytes {
    /// - Parameters:
    ///   - keepAlive: seconds.
    ///   - will: the topic of the last will; its payload is retained.
    static func connect(_ version: MQTTVersion, client: String, keepAlive: Int, user: String, password: String?, will: String, willPayload: String) -> [UInt8] {
        var body: [UInt8] = text("MQTT") + [version.rawValue]
        // A new session each time: nothing that waits from before is delivered. The will: retained, QoS 1.
        body.append(0x02 | 0x2C | (user.isEmpty ? 0 : 0x80) | (user.isEmpty || password == nil ? 0 : 0x40))
        body += number(keepAlive)
        if version == .five {
            // Receive Maximum, Maximum Packet Size. The session ends with the connection, which is the default.
            var properties: [UInt8] = [0x21] + number(20)
            properties += [0x27] + number(PacketReader.longest >> 16)
            properties += number(PacketReader.longest & 0xFFFF)
            body += variable(properties.count) + properties
        }
        body += text(client)
        if version == .five { body += [0] }
        body += text(will) + text(willPayload)
        if !user.isEmpty { body += text(user) }
        if !user.isEmpty, let password { body += text(password) }
        return packet(0x10, body)
    }

    /// QoS 1.
    static func publish(_ version: MQTTVersion, _ message: Outbox.Message, id: Int) -> [UInt8] {
        var body = text(message.topic) + number(id)
        if version == .five { body.append(0) }  // no properties
        body += message.payload.utf8
        return packet(0x32 | (message.isRetained ? 1 : 0), body)
    }

    /// QoS 0: the broker then queues nothing for this client, and what it sends comes in order with its answers to ``ping``.
    static func subscribe(_ version: MQTTVersion, _ topics: [String], id: Int) -> [UInt8] {
        var body = number(id)
        if version == .five { body.append(0) }
        for topic in topics { body += text(topic) + [0] }
        return packet(0x82, body)
    }

    static func unsubscribe(_ version: MQTTVersion, _ topics: [String], id: Int) -> [UInt8] {
        var body = number(id)
        if version == .five { body.append(0) }
        for topic in topics { body += text(topic) }
        return packet(0xA2, body)
    }

    static func acknowledge(_ id: Int) -> [UInt8] { [0x40, 2] + number(id) }
    static let ping: [UInt8] = [0xC0, 0]
    static let goodbye: [UInt8] = [0xE0, 0]

    private static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] { [first] + variable(body.count) + body }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(65535))
        return number(bytes.count) + bytes
    }

    private static func number(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }

    private static func variable(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = [], rest = value
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
