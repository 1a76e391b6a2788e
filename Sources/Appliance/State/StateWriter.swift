import Platform
import Synchronization

/// Writes in the background what is to outlive the program: a card may take seconds for it, and the loop must not.
///
/// One thing after the other, each with a name. What waits is superseded by a newer one of the same name. There is a thread only
/// while there is something to write.
package final class StateWriter: Sendable {
    /// What is to be done.
    package typealias Work = @Sendable () throws(Failure) -> Void

    /// Why something could not be written, for people.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    private struct State {
        var waiting: [(name: String, work: Work)] = []
        /// What is being written, and since when.
        var current: (name: String, since: Double)?
        var isToldSlow = false
        var hasThread = false
        /// What could not be written when it was tried last.
        var failed: Set<String> = []
        var faults: [String] = []

        var isIdle: Bool { waiting.isEmpty && current == nil }
    }

    /// Seconds after which a disk is said to be slow.
    private static let patience = 5.0

    private let state = Mutex(State())
    private let idle = Bell()

    package init() {}

    /// Has something written. It never waits for the disk, unless there can be no thread.
    package func write(_ name: String, _ work: @escaping Work) {
        let needsThread = state.withLock { state in
            state.waiting.removeAll { $0.name == name }
            state.waiting.append((name, work))
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do { try BackgroundThread.start { self.run() } } catch { run() }
    }

    /// Nothing waits to be written.
    package var isIdle: Bool { state.withLock(\.isIdle) }

    /// Whether the last try to write this went well, or there was none.
    package func isWell(_ name: String) -> Bool { state.withLock { !$0.failed.contains(name) } }

    /// Waits until everything is written or has failed.
    /// - Returns: whether it was in time.
    @discardableResult
    package func flush(within seconds: Double) -> Bool {
        let end = MonotonicClock.now + seconds
        while !isIdle {
            let left = end - MonotonicClock.now
            guard left > 0 else { return false }
            idle.wait(atMost: left)
        }
        return true
    }

    /// What has gone wrong since this was asked last. What fails again and again, and a disk that is slow, is told once.
    package func takeFaults() -> [String] {
        state.withLock { state in
            if !state.isToldSlow, let current = state.current, MonotonicClock.now - current.since >= Self.patience {
                state.isToldSlow = true
                state.faults.append("\(current.name): the disk has not accepted it for \(Self.patience.shortest) s; a power cut would undo it")
            }
            guard !state.faults.isEmpty else { return [] }
            defer { state.faults.removeAll() }
            return state.faults
        }
    }

    private func run() {
        while let (name, work) = next() {
            var fault: String?
            do { try work() } catch { fault = error.description }
            state.withLock { [fault] state in
                state.current = nil
                state.isToldSlow = false
                if let fault {
                    if state.failed.insert(name).inserted { state.faults.append(fault) }
                } else {
                    state.failed.remove(name)
                }
            }
        }
        idle.ring()
    }

    private func next() -> (name: String, work: Work)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.hasThread = false
                return nil
            }
            let first = state.waiting.removeFirst()
            state.current = (first.name, MonotonicClock.now)
            return first
        }
    }
}
