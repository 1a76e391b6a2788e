// How fast the head goes out.

/// Remembers for each direction when the head was last well below the threshold there: who means a gesture goes out fast,
/// who turns or sinks slowly does not.
struct Onset: Sendable {
    /// Nothing is remembered of the time before a head was first seen at rest.
    private var lastBelow = PerDirection(all: Double.infinity)

    /// From the sample before to the last one.
    private(set) var step = Step()

    mutating func add(_ offset: HeadOffset, at time: Double, _ bounds: Bounds) {
        step.go(to: offset, at: time)
        let below = bounds.forSwings
        for direction in Direction.allCases {
            let threshold = below.thresholds[direction]
            if offset.reach(direction) < threshold {
                lastBelow[direction] = time
            } else if lastBelow[direction] == step.from.time {
                lastBelow[direction] = step.moment(beyond: threshold, direction)
            }
        }
    }

    /// How long the head was between well below its threshold and beyond it.
    func duration(_ direction: Direction, _ bounds: Bounds) -> Double {
        max(0, step.moment(beyond: bounds.thresholds[direction], direction) - lastBelow[direction])
    }
}
