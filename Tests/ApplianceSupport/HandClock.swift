import Appliance
import Pipeline
import Synchronization

/// Time that a test moves by hand. Any thread may read it.
package final class HandClock: Sendable {
    /// Where it begins, in seconds.
    package static let start = 1000.0

    private let nanoseconds = Atomic(UInt64(HandClock.start * 1e9))

    package var boottime: UInt64 { nanoseconds.load(ordering: .sequentiallyConsistent) }

    /// Seconds.
    package var now: Double { Double(boottime) / 1e9 }

    /// Goes on to a moment; never back.
    package func move(to moment: Double) {
        let target = UInt64((moment * 1e9).rounded())
        if target > boottime { nanoseconds.store(target, ordering: .sequentiallyConsistent) }
    }
}

/// The CPU time that frames are said to take. The loop reads it before and after it works on a frame.
package final class HandCPU {
    private enum Phase { case idle, taken, begun }

    /// Seconds for a frame, by accuracy.
    package var costs: [Accuracy: Double] = [.high: 0.009, .low: 0.003]
    /// The accuracy at work.
    package var accuracy: () -> Accuracy = { .high }
    private var used = 0.0
    private var phase = Phase.idle

    /// The loop has taken a frame; `load` is what that itself took.
    package func take(load: Double) {
        used += load
        phase = .taken
    }

    /// Seconds so far.
    package func read() -> Double {
        switch phase {
        case .idle: break
        case .taken: phase = .begun
        case .begun:
            used += costs[accuracy()] ?? 0
            phase = .idle
        }
        return used
    }
}
