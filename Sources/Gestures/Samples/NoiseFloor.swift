/// The head's own movement at rest: a running root mean square of the offset, along each axis. Gestures must exceed it.
struct NoiseFloor: Sendable {
    private var left = 0.0
    private var up = 0.0
    /// Root mean square while calibrating, in IOD; the idle zone must contain it.
    private(set) var tremor = HeadOffset(left: 0, up: 0)

    init() {}

    init(tremor: HeadOffset, _ rules: GestureRules) {
        self.tremor = HeadOffset(left: min(tremor.left, rules.tremorLimit), up: min(tremor.up, rules.tremorLimit))
        left = self.tremor.left * self.tremor.left
        up = self.tremor.up * self.tremor.up
    }

    /// Root mean square of the offset at rest, in IOD.
    var noise: HeadOffset { HeadOffset(left: left.squareRoot(), up: up.squareRoot()) }

    /// Adds an offset inside the idle zone, `seconds` after the one before.
    mutating func add(_ offset: HeadOffset, after seconds: Double, _ rules: GestureRules) {
        let part = min(1, seconds / rules.noiseMemory)
        left += (offset.left * offset.left - left) * part
        up += (offset.up * offset.up - up) * part
    }
}
