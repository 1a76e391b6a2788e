import Gestures

extension Rejection {
    /// The rule with its numbers, and the setting that would have been enough.
    package var words: String { description }
}
