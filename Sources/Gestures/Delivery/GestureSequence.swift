extension AsyncSequence where Element == HeadSample {
    /// The gestures in these samples.
    ///
    /// ```swift
    /// for await event in poses.gestures() { print(event) }
    /// ```
    ///
    /// A sample is taken when the loop asks for the next event, so that no event is lost. Nothing happens between samples, because there is no
    /// clock: where a hold must not outlast a camera that stops, send samples without a head. The end of the samples ends every hold. To pause
    /// or to ask a question meanwhile, use a ``GestureRecognizer``.
    /// - Parameter withMoves: also gives the events that come with every sample (``GestureEvent/Kind/isMove``).
    public func gestures(_ configuration: GestureConfiguration = GestureConfiguration(), withMoves: Bool = false) -> GestureSequence<Self> {
        GestureSequence(samples: self, configuration: configuration, withMoves: withMoves)
    }
}

/// What `samples.gestures()` gives: a recogniser of its own for each loop.
public struct GestureSequence<Samples: AsyncSequence>: AsyncSequence where Samples.Element == HeadSample {
    public typealias Element = GestureEvent

    fileprivate let samples: Samples
    fileprivate let configuration: GestureConfiguration
    fileprivate let withMoves: Bool

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var samples: Samples.AsyncIterator
        fileprivate var recognizer: GestureRecognizer
        fileprivate let withMoves: Bool
        /// Those of the last sample, and how many of them the consumer has.
        private var events: [GestureEvent] = []
        private var given = 0
        private var isOver = false

        fileprivate init(_ sequence: GestureSequence) {
            samples = sequence.samples.makeAsyncIterator()
            recognizer = GestureRecognizer(configuration: sequence.configuration)
            withMoves = sequence.withMoves
        }

        public mutating func next() async rethrows -> GestureEvent? {
            while given == events.count {
                if isOver { return nil }
                take(try await samples.next())
            }
            given += 1
            return events[given - 1]
        }

        private mutating func take(_ sample: HeadSample?) {
            var found: [GestureEvent] = []
            swap(&found, &events)  // their room is used again
            found.removeAll(keepingCapacity: true)
            let withMoves = withMoves
            func keep(_ event: GestureEvent) { if withMoves || !event.kind.isMove { found.append(event) } }
            if let sample {
                recognizer.process(sample, keep)
            } else {
                isOver = true
                recognizer.stop(at: recognizer.times.last ?? 0, keep)
            }
            events = found
            given = 0
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension GestureSequence: Sendable where Samples: Sendable {}
