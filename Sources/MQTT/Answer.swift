/// What the topic `answer` says: the end of a question.
package struct Answer: Encodable, Equatable, Sendable {
    /// `yes`, `no` or `none`.
    package var event_type: String
    /// Only if it was asked by MQTT.
    package let id: String?, question: String?
    /// Why there is none.
    package var reason: String?
    /// When it was given, on the appliance's clock, in seconds.
    package var t: Double?

    package init(_ type: String, id: String? = nil, question: String? = nil, reason: String? = nil, t: Double? = nil) {
        (event_type, self.id, self.question, self.reason, self.t) = (type, id, question, reason, t)
    }
}
