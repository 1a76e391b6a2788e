/// Measures the rise time of a movement: from well below the threshold to beyond it. A gesture rises quickly, drift does not.
package struct RiseTime: Sendable {
    /// When the head was last below the lower threshold; infinite before it was first seen at rest.
    private var lastBelow = PerDirection(all: Double.infinity)

    /// The step from the sample before to the last one.
    package private(set) var step = Step()

    package init() {}

    package mutating func add(_ offset: HeadOffset, at time: Double, _ thresholds: EffectiveThresholds) {
        step.go(to: offset, at: time, longest: thresholds.rules.longestStep)
        for direction in HeadDirection.allCases {
            let threshold = thresholds.swing(direction)
            if offset.reach(direction) < threshold {
                lastBelow[direction] = time
            } else if lastBelow[direction] == step.from.time {
                lastBelow[direction] = step.moment(beyond: threshold, direction)
            }
        }
    }

    /// When a resting head that is at `offset` in the next sample has left its rest, in seconds.
    func departure(to offset: HeadOffset, at time: Double, _ thresholds: EffectiveThresholds) -> Double {
        var next = step
        next.go(to: offset, at: time, longest: thresholds.rules.longestStep)
        return next.departure(from: thresholds.exit)
    }

    /// Seconds from the lower threshold to the full one, which the last step crossed.
    func duration(_ direction: HeadDirection, _ thresholds: EffectiveThresholds) -> Double {
        max(0, step.moment(beyond: thresholds[direction], direction) - lastBelow[direction])
    }
}
