/// The face in view, together with everything that is lost with it.
struct Sight: Sendable {
    /// Position of the head in the last sample, in pixels.
    var position: HeadPoint
    /// Smoothed offset from rest; `nil` while calibrating and while paused.
    var offset: HeadOffset?
    var isInIdleZone = false
    /// The previous rest that the head may be on its way back to, as an offset from the present one.
    var previousRest: HeadOffset?
    /// While paused: the progress of the waking gesture.
    var waking = WakeDetector()

    /// Whether this can be the same head as in the last sample. A head does not jump by one eye distance, or by two between slow samples;
    /// if it seems to, another person's head was detected instead, and nothing is certain until the face counts as lost.
    func isContinuous(_ head: HeadPointer, after seconds: Double, _ rules: GestureRules) -> Bool {
        let jump = (head.position - position) / head.interocularDistance
        return (jump * jump).sum().squareRoot() <= min(rules.jumpLimit, rules.longestJump + rules.jumpSpeed * seconds)
    }

    /// Clears the position relative to the rest.
    mutating func clear() {
        offset = nil
        previousRest = nil
        isInIdleZone = false
    }
}
