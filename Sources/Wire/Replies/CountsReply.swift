/// The reply to `counts`.
package struct CountsReply: Codable, Sendable {
    package struct Day: Codable, Sendable {
        /// By the board's clock: "2026-11-26".
        package let day: String
        /// How often each gesture was recognised, and each output went on.
        package var gestures: [String: Int] = [:], outputs: [String: Int] = [:]

        package init(day: String) { self.day = day }
    }

    package let today: String
    /// The oldest first.
    package let days: [Day]

    package init(today: String, days: [Day]) { (self.today, self.days) = (today, days) }
}
