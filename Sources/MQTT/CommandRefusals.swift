import Platform

/// Counts commands that were refused, and says why: each one, unless they come in a flood, which the journal need not hold.
struct CommandRefusals {
    private(set) var count = 0
    private var untold = 0
    private var lines = TokenBucket(rate: 0.2, burst: 20)

    mutating func add(_ topic: String, _ problem: String, at time: Double) {
        count += 1
        guard lines.take(at: time) else { return untold += 1 }
        Terminal.note("nodline-mqtt: refused \(topic.quoted): \(problem.excerpt(300))")
    }

    /// Tells how many were not told, once the flood is over.
    mutating func tell(at time: Double) {
        guard untold > 0 else { return }
        lines.refill(at: time)
        guard lines.left >= 2, lines.take(at: time) else { return }
        Terminal.note("nodline-mqtt: \(untold) more were refused")
        untold = 0
    }
}
