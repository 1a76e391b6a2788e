/// The reply to `try`.
package struct TrialReply: Codable, Sendable {
    package struct Trial: Codable, Sendable {
        /// Seconds left.
        package let left: Double
        /// The keys on trial.
        package let changed: [String]
    }

    let trial: Trial?
}
