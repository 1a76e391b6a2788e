// How fast the head goes out.

/// Remembers for each direction when the head was last well below the threshold there: who means a gesture goes out fast,
/// who turns or sinks slowly does not. Moments between two pictures are reckoned, or slow pictures would let slow turns pass.
struct Onset: Sendable {
    /// Nothing is remembered of the time before a head was first seen at rest.
    private var lastBelow = PerDirection(all: Double.infinity)

    private var last = (time: 0.0, offset: HeadOffset(left: 0, up: 0))
    private var before = (time: 0.0, offset: HeadOffset(left: 0, up: 0))

    mutating func add(_ offset: HeadOffset, at time: Double, _ bounds: Bounds) {
        before = last
        last = (time, offset)
        let below = bounds.forSwings
        for direction in Direction.allCases {
            let threshold = below.thresholds[direction]
            if offset.reach(direction) < threshold {
                lastBelow[direction] = time
            } else if lastBelow[direction] == before.time {
                lastBelow[direction] = moment(of: threshold, direction)
            }
        }
    }

    /// How long the head was between well below its threshold and beyond it.
    func duration(_ direction: Direction, _ bounds: Bounds) -> Double {
        max(0, moment(of: bounds.thresholds[direction], direction) - lastBelow[direction])
    }

    /// When the head passed a distance between the last two samples; the first of them where it was beyond it already.
    private func moment(of distance: Double, _ direction: Direction) -> Double {
        let (from, to) = (before.offset.reach(direction), last.offset.reach(direction))
        guard from < distance, to > from else { return before.time }
        return before.time + min(1, (distance - from) / (to - from)) * (last.time - before.time)
    }
}
