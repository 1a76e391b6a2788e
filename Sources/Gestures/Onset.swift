// How fast the head goes out.

/// Remembers for each direction when the head was last well below the threshold there: who means a gesture goes out fast,
/// who turns or sinks slowly does not.
struct Onset: Sendable {
    /// Nothing is remembered of the time before a head was first seen at rest.
    private var lastBelow = PerDirection(all: Double.infinity)

    private var last = (now: 0.0, before: 0.0)

    mutating func add(_ offset: HeadOffset, at time: Double, _ bounds: Bounds) {
        last = (time, last.now)
        let below = bounds.forSwings
        for direction in Direction.allCases where offset.reach(direction) < below.thresholds[direction] {
            lastBelow[direction] = time
        }
    }

    /// How long the head was between well below its threshold and beyond it, at least: slow pictures prove less.
    func duration(_ direction: Direction) -> Double { max(0, last.before - lastBelow[direction]) }
}
