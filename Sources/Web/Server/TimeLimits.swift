import Platform
import Synchronization

/// Time limits and pauses that leave nothing behind. A cancelled `Task.sleep` keeps its memory until its time has come (0.75 KB on Linux),
/// and most time limits are cancelled.
package final class TimeLimits: Sendable {
    private struct State {
        var next = 0
        /// What is called with true at its time, or with false when it is cancelled.
        var waiting: [Int: (time: Double, body: @Sendable (Bool) -> Void)] = [:]
        var hasThread = false
        /// When the thread looks again by itself.
        var look = -Double.infinity
    }

    /// Seconds for which the thread stays without anything to wait for.
    private static let idle = 10.0

    private let state = Mutex(State())
    private let bell = Bell()

    package init() {}

    /// Those that are neither over nor cancelled.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// Calls `body` in so many seconds, on a thread of its own that must not be kept waiting.
    /// - Returns: its number, for ``cancel(_:)``.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Int { begin(seconds) { if $0 { body() } } }

    package func cancel(_ limit: Int) { state.withLock { $0.waiting.removeValue(forKey: limit) }?.body(false) }

    /// Waits for so many seconds.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(_ seconds: Double) async throws {
        let own = Mutex<Int?>(nil)
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                let limit = begin(seconds) { continuation.resume(returning: $0) }
                own.withLock { $0 = limit }
                if Task.isCancelled { cancel(limit) }  // the handler may have run before there was a number
            }
        } onCancel: {
            if let limit = own.withLock(\.self) { cancel(limit) }
        }
        guard isOver else { throw CancellationError() }
    }

    private func begin(_ seconds: Double, _ body: @escaping @Sendable (Bool) -> Void) -> Int {
        let time = MonotonicClock.now + seconds
        let (limit, needsThread, isSooner) = state.withLock { state in
            let limit = state.next
            state.next += 1
            state.waiting[limit] = (time, body)
            defer { state.hasThread = true }
            return (limit, !state.hasThread, time < state.look)
        }
        if needsThread {
            do { try BackgroundThread.start(wokenBy: bell) { self.run() } } catch {
                state.withLock { $0.hasThread = false }
                Task {  // without a thread it costs memory, and works
                    try? await Task.sleep(nanoseconds: UInt64(max(0, seconds) * 1e9))
                    self.state.withLock { $0.waiting.removeValue(forKey: limit) }?.body(true)
                }
            }
        } else if isSooner {
            bell.ring()
        }
        return limit
    }

    private func run() {
        while true {
            let now = MonotonicClock.now
            let due = state.withLock { state in
                let due = state.waiting.filter { $0.value.time <= now }.sorted { $0.value.time < $1.value.time }
                for (limit, _) in due { state.waiting[limit] = nil }
                state.look = state.waiting.values.map(\.time).min() ?? now + Self.idle
                return due
            }
            for (_, entry) in due { entry.body(true) }
            bell.wait(atMost: state.withLock { $0.look } - MonotonicClock.now)
            let isOver = state.withLock { state in
                guard state.waiting.isEmpty, MonotonicClock.now >= state.look else { return false }
                state.hasThread = false
                return true
            }
            if isOver { return }
        }
    }
}
