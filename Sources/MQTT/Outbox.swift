/// What waits for the broker: the latest payload of each retained topic, and events in their order. A value without a clock.
///
/// Its size is bounded: an event that finds no room, or waits too long, is dropped and counted. A retained topic has one payload,
/// and after a reconnect all of them are sent again.
package struct Outbox: Sendable {
    package struct Message: Equatable, Sendable {
        package let topic: String, payload: String, isRetained: Bool
        /// Of use only until the next one of its topic: neither kept by the broker nor sent again.
        package let isFleeting: Bool
        /// When it happened, in seconds.
        package let time: Double

        package init(topic: String, payload: String, isRetained: Bool = false, isFleeting: Bool = false, time: Double = 0) {
            (self.topic, self.payload, self.isRetained, self.isFleeting, self.time) = (topic, payload, isRetained, isFleeting, time)
        }
    }

    /// Events that wait, and messages that the broker has not acknowledged yet.
    package static let mostEvents = 500, mostInFlight = 20

    /// Seconds for which an event may wait.
    private let retention: Double
    private var retained: [String: String] = [:]
    private var changed: [String] = []
    private var events: [Message] = []
    /// The newest of each topic, in the order in which they go.
    private var fleeting: [Message] = []
    private var inFlight: [(id: Int32, message: Message, sent: Double)] = []
    /// Events that were not delivered.
    package private(set) var dropped = 0

    package init(retention: Double) { self.retention = retention }

    /// When the oldest unacknowledged message was sent; `nil` if there is none.
    package var oldestSent: Double? { inFlight.first?.sent }

    /// Sets the payload of a retained topic, which is sent if it has changed.
    package mutating func set(_ topic: String, _ payload: String) {
        guard retained[topic] != payload else { return }
        retained[topic] = payload
        if !changed.contains(topic) { changed.append(topic) }
    }

    package mutating func add(_ event: Message) {
        if events.count >= Self.mostEvents { drop(1) }
        events.append(event)
    }

    /// Sets what a topic is told next, in place of what still waits there. It goes after all else, and only when the broker has the one before.
    package mutating func replace(_ topic: String, _ payload: String, at time: Double) {
        let message = Message(topic: topic, payload: payload, isFleeting: true, time: time)
        if let index = fleeting.firstIndex(where: { $0.topic == topic }) { fleeting[index] = message } else { fleeting.append(message) }
    }

    /// The next message to send; `nil` if there is none, or too many are unacknowledged.
    package mutating func next(at time: Double, most: Int = mostInFlight) -> Message? {
        expire(at: time)
        guard inFlight.count < most else { return nil }
        // States go first, so that an event finds them right.
        if !changed.isEmpty {
            let topic = changed.removeFirst()
            return Message(topic: topic, payload: retained[topic] ?? "", isRetained: true, time: time)
        }
        if !events.isEmpty { return events.removeFirst() }
        // Half of the room stays free for what is more than a moment's news.
        guard inFlight.count < (most + 1) / 2, let index = fleeting.firstIndex(where: { waiting in !inFlight.contains { $0.message.topic == waiting.topic } })
        else { return nil }
        return fleeting.remove(at: index)
    }

    package mutating func sent(_ message: Message, as id: Int32, at time: Double) { inFlight.append((id, message, time)) }

    /// The broker has a message.
    /// - Returns: the message.
    @discardableResult
    package mutating func acknowledged(_ id: Int32) -> Message? {
        inFlight.firstIndex { $0.id == id }.map { inFlight.remove(at: $0).message }
    }

    /// The broker does not take a message. It is not sent again to this connection.
    package mutating func refused(_ message: Message) { if !message.isRetained, !message.isFleeting { dropped += 1 } }

    /// Whether the broker has what a retained topic was last set to.
    package func isSettled(_ topic: String) -> Bool { !changed.contains(topic) && !inFlight.contains { $0.message.topic == topic } }

    /// Everything retained is sent again to the next connection, and the events that the last one did not acknowledge. What is fleeting is gone.
    package mutating func connectionEnded() {
        events.insert(contentsOf: inFlight.lazy.map(\.message).filter { !$0.isRetained && !$0.isFleeting }, at: 0)
        (inFlight, fleeting) = ([], [])
        drop(events.count - Self.mostEvents)
        changed = retained.keys.sorted()
    }

    /// Drops events that have waited too long.
    package mutating func expire(at time: Double) {
        drop(events.firstIndex { time - $0.time <= retention } ?? events.count)
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        events.removeFirst(count)
        dropped += count
    }
}
