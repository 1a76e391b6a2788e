// Gestures for `for await`: bounded, and honest about what was thrown away.
import Synchronization

/// An asynchronous sequence of gesture events for one consumer.
///
/// It is bounded: a consumer that falls behind gets one `reset` event in place of everything it missed, because a stale
/// gesture acted on late is worse than none. After a `reset` take every hold as ended. Do not hang outputs on it.
public final class GestureEventSequence: AsyncSequence, Sendable {
    private struct State {
        var buffer: [GestureEvent] = []
        var waiting: CheckedContinuation<GestureEvent?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: how many events may wait for the consumer, at least 2.
    public init(capacity: Int = 64) {
        self.capacity = Swift.max(2, capacity)
    }

    /// Hands an event to the consumer, or keeps it until the consumer asks. Never waits.
    public func send(_ event: GestureEvent) {
        let waiting = state.withLock { state -> CheckedContinuation<GestureEvent?, Never>? in
            if state.isFinished { return nil }
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            if state.buffer.count == capacity {
                state.buffer.removeAll(keepingCapacity: true)
                state.buffer.append(GestureEvent(time: event.time, kind: .reset))
            }
            state.buffer.append(event)
            return nil
        }
        waiting?.resume(returning: event)
    }

    /// Ends the sequence once what waits has been taken.
    public func finish() {
        let waiting = state.withLock { state -> CheckedContinuation<GestureEvent?, Never>? in
            state.isFinished = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let sequence: GestureEventSequence

        public mutating func next() async -> GestureEvent? { await sequence.next() }
    }

    private func next() async -> GestureEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> GestureEvent?? in
                    if !state.buffer.isEmpty { return state.buffer.removeFirst() }
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    state.waiting = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            finish()
        }
    }
}
