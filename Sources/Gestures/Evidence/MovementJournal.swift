/// The last seconds of the head's movement, sample by sample, in memory that is allocated once.
///
/// Samples are numbered from 0 on; ``first`` is the oldest that is still known. Distances are in IOD, relative to a place that stays the same
/// until ``reset()``.
struct MovementJournal: Sendable {
    struct Entry: Sendable {
        var time: Double
        var pose: Pose
        /// Mean speed of the lips, in IOD a second.
        var lips: Double
        /// Speed of the turn, in IOD a second, and the length of its path since the beginning.
        var speed = 0.0
        var path = 0.0

        var turn: HeadOffset { pose.offset }
        var place: HeadOffset { pose.place }
    }

    /// 17 s at 30 samples a second.
    private static let most = 512
    /// The longest time between two samples of one movement, in seconds.
    private static let longestGap = 0.3

    private var entries: [Entry] = []
    private(set) var count = 0

    init() { entries.reserveCapacity(Self.most) }

    var first: Int { max(0, count - Self.most) }
    var last: Int { count - 1 }

    subscript(number: Int) -> Entry { entries[number % Self.most] }

    mutating func reset() {
        entries.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Whether a sample at `time` continues the last one. Times must rise, because samples are looked up by them.
    func follows(_ time: Double) -> Bool {
        let gap = time - self[last].time
        return gap > 0 && gap <= Self.longestGap
    }

    mutating func add(_ given: Entry) {
        var entry = given
        if count > 0 {
            let before = self[last]
            let way = (entry.turn - before.turn).length, seconds = max(entry.time - before.time, 1e-3)
            entry.path = before.path + way
            entry.speed = way / seconds
        }
        if entries.count < Self.most { entries.append(entry) } else { entries[count % Self.most] = entry }
        count += 1
    }

    /// The first sample at or after `time`, not before `earliest`.
    func number(at time: Double, from earliest: Int) -> Int {
        var low = max(first, earliest), high = last
        while low < high {
            let middle = (low + high) / 2
            if self[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Mean speed between two samples, in IOD a second; `nil` if they are less than a tenth of a second apart.
    func meanSpeed(_ from: Int, _ to: Int) -> Double? {
        guard from < to else { return nil }
        let seconds = self[to].time - self[from].time
        return seconds >= 0.1 ? (self[to].path - self[from].path) / seconds : nil
    }
}
