/// Measures how long the head has stayed in one place, inside or outside the idle zone.
struct StillnessDetector: Sendable {
    private var anchor: HeadOffset?
    private var since = 0.0

    /// - Parameter radius: movement within which the head counts as still, in IOD.
    mutating func add(_ offset: HeadOffset, at time: Double, within radius: Double) {
        if let anchor, (offset - anchor).length <= radius { return }
        anchor = offset
        since = time
    }

    func lasts(_ seconds: Double, at time: Double) -> Bool { anchor != nil && time - since >= seconds - GestureRules.roundoff }
}
