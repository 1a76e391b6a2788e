/// Gesture events for `for await`: an `AsyncStream` for one consumer that reports lost events.
///
/// The newest events are kept. A consumer that falls behind gets one `reset` event instead of the older ones and should treat every hold as
/// ended. Outputs that must not stay on belong on the synchronous path.
///
/// ```swift
/// var source = GestureEventSequence.Source()
/// let task = Task { [events = source.events] in for await event in events { print(event) } }
/// recognizer.process(sample) { source.send($0) }
/// ```
public struct GestureEventSequence: AsyncSequence, Sendable {
    public typealias Element = GestureEvent

    /// An event and the number of events before it; a gap in the numbers is a loss.
    fileprivate typealias Numbered = (event: GestureEvent, number: Int)

    /// The producing end. It belongs to the code that feeds the recogniser.
    public struct Source: Sendable {
        public let events: GestureEventSequence
        private let continuation: AsyncStream<Numbered>.Continuation
        private var sent = 0

        /// - Parameter capacity: events that may wait for the consumer, at least 1.
        public init(capacity: Int = 64) {
            let (stream, continuation) = AsyncStream.makeStream(of: Numbered.self, bufferingPolicy: .bufferingNewest(Swift.max(1, capacity)))
            events = GestureEventSequence(stream: stream)
            self.continuation = continuation
        }

        /// Hands an event to the consumer, or keeps it until the consumer asks for it. Does not block.
        public mutating func send(_ event: GestureEvent) {
            continuation.yield((event, sent))
            sent += 1
        }

        /// Ends the sequence after the pending events.
        public func finish() { continuation.finish() }
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var iterator: AsyncStream<Numbered>.Iterator
        private var taken = 0
        /// The first event after a loss that was just reported.
        private var next: Numbered?

        fileprivate init(_ iterator: AsyncStream<Numbered>.Iterator) { self.iterator = iterator }

        public mutating func next() async -> GestureEvent? {
            if let next {
                self.next = nil
                return take(next)
            }
            guard let numbered = await iterator.next() else { return nil }
            guard numbered.number > taken else { return take(numbered) }
            next = numbered
            return GestureEvent(time: numbered.event.time, kind: .reset)
        }

        private mutating func take(_ numbered: Numbered) -> GestureEvent {
            taken = numbered.number + 1
            return numbered.event
        }
    }

    private let stream: AsyncStream<Numbered>

    private init(stream: AsyncStream<Numbered>) { self.stream = stream }

    public func makeAsyncIterator() -> Iterator { Iterator(stream.makeAsyncIterator()) }
}
