/// Tells for how long the head has stayed where it is, inside the idle zone or outside.
struct StillnessDetector: Sendable {
    private var anchor: HeadOffset?
    private var since = 0.0

    /// - Parameter radius: how far the head may move and still be still, in IOD.
    mutating func add(_ offset: HeadOffset, at time: Double, within radius: Double) {
        if let anchor, (offset - anchor).length <= radius { return }
        anchor = offset
        since = time
    }

    func lasts(_ seconds: Double, at time: Double) -> Bool { anchor != nil && time - since >= seconds - GestureRules.roundoff }
}
