/// Gestures that the person has taught: from `[gestures]`.
package struct TaughtConfiguration: Equatable, Sendable {
    /// They are heard also when no output uses them.
    package var isOn = false
    /// Movements that were meant change their template a little.
    package var adapts = false
}
