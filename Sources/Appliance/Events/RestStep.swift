/// What became of a recording of ordinary minutes; its raw values are the words of docs/socket.md.
package enum RestStep: String, Sendable {
    /// Also once a minute while it goes on.
    case recording
    case ended, failed, forgotten

    var words: String {
        switch self {
        case .recording: "ordinary minutes are recorded as numbers"
        case .ended: "recorded"
        case .failed: "not recorded to the end"
        case .forgotten: "the ordinary minutes are forgotten"
        }
    }
}

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
