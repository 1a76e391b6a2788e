import CMosquitto
import Glibc
import MQTTSettings
import Platform

/// A connection to the broker.
final class Broker {
    /// A call that failed, and why.
    struct Fault: Error, CustomStringConvertible {
        let call: String, code: Int32, reason: String

        init(_ error: nodline_mqtt_error) {
            call = error.call.map { String(cString: $0) } ?? "?"
            code = error.code
            reason = withUnsafeBytes(of: error.detail) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }

        /// The broker does not want this client.
        var isRefusal: Bool { call == "CONNACK" }
        var description: String { isRefusal ? "the broker refused: \(reason)" : "\(call): \(reason)" }
    }

    /// What a connection is made of.
    struct Account: Sendable {
        let settings: MQTTConfiguration
        let client: String, will: String
        let password: String?, key: String?
    }

    /// A connection that another thread has made, or why it could not.
    enum Attempt: Sendable {
        case made(UInt), failed(String)
    }

    private let connection: OpaquePointer

    init?(_ place: UInt) {
        guard let connection = OpaquePointer(bitPattern: place) else { return nil }
        self.connection = connection
    }

    deinit { nodline_mqtt_close(connection, false) }

    /// Connects; blocks until the network has answered.
    static func attempt(_ account: Account) -> Attempt {
        var error = nodline_mqtt_error(), connection: OpaquePointer?
        let settings = account.settings
        let isMade = withTexts([settings.server, account.client, settings.user, account.password, settings.ca, settings.certificate,
                                account.key, account.will, "offline"]) { texts in
            var options = nodline_mqtt_options()
            (options.server, options.client_id, options.user, options.password) = (texts[0], texts[1], texts[2], texts[3])
            (options.ca, options.certificate, options.key) = (texts[4], texts[5], texts[6])
            (options.will_topic, options.will_payload) = (texts[7], texts[8])
            (options.port, options.keep_alive, options.tls) = (Int32(settings.port), Int32(settings.keepAlive), settings.tls)
            return nodline_mqtt_connect(&options, &connection, &error)
        }
        guard isMade, let connection else { return .failed("\(Fault(error))") }
        return .made(UInt(bitPattern: connection))
    }

    /// C strings for the length of a call; empty ones are `nil`.
    private static func withTexts<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
        let copies = texts.map { text in text.flatMap { $0.isEmpty ? nil : strdup($0) } }
        defer { copies.forEach { free($0) } }
        return body(copies.map { $0.map { UnsafePointer($0) } })
    }

    var descriptor: Int32 { nodline_mqtt_descriptor(connection) }
    var wantsWrite: Bool { nodline_mqtt_wants_write(connection) }

    /// Reads, writes and keeps alive, without blocking.
    /// - Returns: whether the broker has accepted this client.
    func turn(canRead: Bool, canWrite: Bool) throws(Fault) -> Bool {
        var error = nodline_mqtt_error()
        switch nodline_mqtt_turn(connection, canRead, canWrite, &error) {
        case NODLINE_MQTT_ENDED: throw Fault(error)
        case let state: return state == NODLINE_MQTT_ACCEPTED
        }
    }

    func publish(_ message: Outbox.Message) throws(Fault) -> Int32 {
        var id: Int32 = 0, error = nodline_mqtt_error(), payload = message.payload
        let isSent = payload.withUTF8 { nodline_mqtt_publish(connection, message.topic, $0.baseAddress, $0.count, message.isRetained, &id, &error) }
        guard isSent else { throw Fault(error) }
        return id
    }

    func subscribe(_ topic: String) throws(Fault) {
        var error = nodline_mqtt_error()
        guard nodline_mqtt_subscribe(connection, topic, &error) else { throw Fault(error) }
    }

    func nextAcknowledged() -> Int32? {
        var id: Int32 = 0
        return nodline_mqtt_next_acknowledged(connection, &id) ? id : nil
    }

    func nextMessage() -> CommandRules.Message? {
        var message = nodline_mqtt_message()
        guard nodline_mqtt_next_message(connection, &message) else { return nil }
        let topic = withUnsafeBytes(of: message.topic) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let payload = withUnsafeBytes(of: message.payload) { Array($0.prefix(message.length)) }
        return CommandRules.Message(topic: topic, payload: payload, length: message.length, isRetained: message.is_retained)
    }

    /// Messages that found no room.
    func takeOverflow() -> Int { Int(nodline_mqtt_take_overflow(connection)) }
}
