/// The reply to `try`.
package struct TrialReply: Codable, Sendable {
    package struct Trial: Codable, Sendable {
        /// Seconds left.
        package let left: Double
        /// The keys on trial.
        package let changed: [String]

        package init(left: Double, changed: [String]) {
            (self.left, self.changed) = (left, changed)
        }
    }

    package let trial: Trial?

    package init(trial: Trial?) {
        self.trial = trial
    }
}
