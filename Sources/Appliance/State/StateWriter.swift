import Platform
import Synchronization

/// Writes files in the background that outlive the program: a memory card may take seconds for it, and the loop must not wait.
///
/// Tasks run one after another, each with a name. A waiting task is superseded by a newer one of the same name. A thread exists only
/// while there is something to write.
package final class StateWriter: Sendable {
    /// A task that writes something.
    package typealias Work = @Sendable () throws(Failure) -> Void

    /// Why something could not be written, for people.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    private struct State {
        var waiting: [(name: String, work: Work)] = []
        /// The task that runs, and since when.
        var current: (name: String, since: Double)?
        var isToldSlow = false
        var hasThread = false
        /// The tasks whose last run failed, and why.
        var failed: [String: String] = [:]
        var faults: [String] = []

        var isIdle: Bool { waiting.isEmpty && current == nil }
    }

    /// Seconds after which the disk is reported as slow.
    private static let timeout = 5.0

    private let state = Mutex(State())
    private let idle = Bell()

    package init() {}

    /// Requests a task. It does not wait for the disk, unless no thread can be started.
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

    /// Whether nothing waits to be written.
    package var isIdle: Bool { state.withLock(\.isIdle) }

    /// Why the last run of this task failed; `nil` if it succeeded, or there was none.
    package func failure(of name: String) -> String? { state.withLock { $0.failed[name] } }

    /// Waits until every task has run.
    /// - Returns: whether that was in time.
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

    /// The faults since the last call. A task that fails repeatedly, and a disk that is slow, are reported once.
    package func takeFaults() -> [String] {
        state.withLock { state in
            if !state.isToldSlow, let current = state.current, MonotonicClock.now - current.since >= Self.timeout {
                state.isToldSlow = true
                state.faults.append("\(current.name): the disk has not accepted it for \(Self.timeout.shortest) s; a power cut would undo it")
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
                    if state.failed.updateValue(fault, forKey: name) == nil { state.faults.append(fault) }
                } else {
                    state.failed[name] = nil
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
