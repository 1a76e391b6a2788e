// How much this head moves while it rests.

/// A running measure of the offset at rest, which gestures have to stand out from.
struct Restlessness: Sendable {
    /// Seconds over which the measure looks back.
    private static let memory = 5.0
    /// No rest is worse than this, in IOD: what was measured beyond it was a movement.
    private static let worst = 0.15

    private var left = 0.0
    private var up = 0.0
    /// Root mean square while calibrating, which the idle zone must hold.
    private(set) var tremor = HeadOffset(left: 0, up: 0)

    init(tremor: HeadOffset = HeadOffset(left: 0, up: 0)) {
        self.tremor = HeadOffset(left: min(tremor.left, Self.worst), up: min(tremor.up, Self.worst))
        left = self.tremor.left * self.tremor.left
        up = self.tremor.up * self.tremor.up
    }

    /// Root mean square of the offset at rest.
    var noise: HeadOffset { HeadOffset(left: left.squareRoot(), up: up.squareRoot()) }

    /// Takes an offset inside the idle zone, `seconds` after the one before.
    mutating func add(_ offset: HeadOffset, after seconds: Double) {
        let part = min(1, seconds / Self.memory)
        left += (offset.left * offset.left - left) * part
        up += (offset.up * offset.up - up) * part
    }
}
