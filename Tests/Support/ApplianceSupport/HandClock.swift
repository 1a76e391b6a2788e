import Appliance
import Pipeline
import Synchronization

/// A clock that a test sets. Any thread may read it.
package final class HandClock: Sendable {
    /// Its first time, in seconds.
    package static let start = 1000.0

    private let nanoseconds = Atomic(UInt64(HandClock.start * 1e9))

    package var boottime: UInt64 { nanoseconds.load(ordering: .sequentiallyConsistent) }

    /// In seconds.
    package var now: Double { Double(boottime) / 1e9 }

    /// Advances to a moment, never back.
    package func move(to moment: Double) {
        let target = UInt64((moment * 1e9).rounded())
        if target > boottime { nanoseconds.store(target, ordering: .sequentiallyConsistent) }
    }
}

/// The CPU time that a test assigns to frames. The loop reads it before and after it processes a frame.
package final class HandCPU {
    private enum Phase { case idle, taken, begun }

    /// CPU seconds for a frame, by accuracy.
    package var costs: [Accuracy: Double] = [.high: 0.009, .low: 0.003]
    /// The accuracy in use.
    package var accuracy: () -> Accuracy = { .high }
    /// Called when the loop is about to look at a frame.
    package var atFrame: () -> Void = {}
    private var used = 0.0
    private var phase = Phase.idle

    /// Called when the loop has taken a frame; `load` is the CPU time of taking it.
    package func take(load: Double) {
        used += load
        phase = .taken
    }

    /// CPU seconds so far.
    package func read() -> Double {
        switch phase {
        case .idle: break
        case .taken:
            phase = .begun
            atFrame()
        case .begun:
            used += costs[accuracy()] ?? 0
            phase = .idle
        }
        return used
    }
}
