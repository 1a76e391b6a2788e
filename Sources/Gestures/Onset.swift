// How fast the head goes out.

/// Remembers for each direction when the head was last well below the threshold there: who means a gesture goes out fast,
/// who turns or sinks slowly does not.
struct Onset: Sendable {
    /// Nothing is remembered of the time before a head was first seen at rest.
    private var lastBelow = PerDirection(all: Double.infinity)

    mutating func add(_ offset: HeadOffset, at time: Double, _ bounds: Bounds) {
        let below = bounds.forSwings
        for direction in Direction.allCases where offset.reach(direction) < below.thresholds[direction] {
            lastBelow[direction] = time
        }
    }

    /// Seconds since the head was well below its threshold in this direction.
    func duration(_ direction: Direction, at time: Double) -> Double {
        max(0, time - lastBelow[direction])
    }
}
