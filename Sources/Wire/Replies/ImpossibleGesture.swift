/// A gesture that something waits for in vain, because its movement is switched off or cannot go as far as it must.
package struct ImpossibleGesture: Codable, Equatable, Sendable {
    /// Why.
    package enum Reason: String, Codable, Sendable {
        /// Its threshold is the largest that there is, which nobody reaches.
        case off
        /// Its threshold is further than a face can be followed.
        case far
    }

    /// What waits for it: an output's or an axis's name, "pause" for `gestures.pause_gesture` or "wake" for `gestures.wake_gesture`.
    package let user: String
    /// The gesture and its movement, by their names.
    package let gesture: String, movement: String
    package let reason: Reason
    /// Whether nothing else can work the user.
    package let isOnly: Bool
    /// The key that binds it, and the sentence for people.
    package let key: String, words: String

    package init(user: String, gesture: String, movement: String, reason: Reason, isOnly: Bool, key: String, words: String) {
        (self.user, self.gesture, self.movement, self.reason) = (user, gesture, movement, reason)
        (self.isOnly, self.key, self.words) = (isOnly, key, words)
    }

    private enum CodingKeys: String, CodingKey { case user, gesture, movement, reason, isOnly = "only", key, words }
}
