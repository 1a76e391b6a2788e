import Synchronization

/// Reads values in the background from devices that may hang, for example a battery's gauge or a thermometer on a bus.
///
/// Each reading has a thread of its own, and only one runs at a time. On a clock that does not wait for threads, it reads in place.
package final class BackgroundReading<Value: Sendable>: Sendable {
    private struct State {
        var new: Value?
        var begun: Double?
    }

    /// Seconds after which the last value is outdated.
    package static var timeout: Double { 10 }

    private let state = Mutex(State())
    private let read: @Sendable () -> Value
    private let isInPlace: Bool

    /// - Parameter inPlace: reads within ``begin()``, which blocks for as long as that takes.
    package init(inPlace: Bool = false, _ read: @escaping @Sendable () -> Value) { (isInPlace, self.read) = (inPlace, read) }

    /// Starts a reading, unless one is in progress. It never blocks.
    package func begin() {
        guard !isInPlace else {
            let value = read()
            state.withLock { $0.new = value }
            return
        }
        let isFree = state.withLock { state in
            guard state.begun == nil else { return false }
            state.begun = MonotonicClock.now
            return true
        }
        guard isFree else { return }
        do {
            try BackgroundThread.start {
                let value = self.read()
                self.state.withLock { $0 = State(new: value) }
            }
        } catch {
            state.withLock { $0.begun = nil }
        }
    }

    /// The new value since the last call, if there is one.
    package func take() -> Value? {
        state.withLock { state in
            defer { state.new = nil }
            return state.new
        }
    }

    /// Whether a reading has taken so long that the last value is outdated.
    package var isSilent: Bool { state.withLock { $0.begun.map { MonotonicClock.now - $0 >= Self.timeout } ?? false } }
}
