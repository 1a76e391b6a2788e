import Gestures

extension Rejection {
    /// The rule with its numbers, and the setting with which the movement would have counted.
    package var words: String { description }
}
