import Wire

/// The progress of a recording of ordinary minutes.
package struct RestProgress: Equatable, Sendable {
    package let step: RestStep
    /// Minutes with a face so far, and those of this profile in total.
    package let minutes: Double, total: Double
    /// Why it failed.
    package let reason: String?

    package init(step: RestStep, minutes: Double = 0, total: Double = 0, reason: String? = nil) {
        (self.step, self.minutes, self.total, self.reason) = (step, minutes, total, reason)
    }
}
