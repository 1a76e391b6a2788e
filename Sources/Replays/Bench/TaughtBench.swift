import Gestures
import Platform
import Traces

/// What ten taught gestures cost beside the fixed ones: a simulated head's ordinary minutes, as numbers, through a recogniser with and without them.
struct TaughtBench {
    /// CPU of a frame that the templates add, and heap allocations a frame that they add, without events; `nil` without a counter.
    struct Cost: Encodable {
        /// Frames a second of the simulated camera. Few frames are the worst case: a template has a fixed number of points a second.
        var rate = 0.0
        var added_ms = 0.0
        var added_allocations: Double?
    }

    private static let templates = 10
    /// Slowest camera that is looked for, in frames a second.
    private static let slow = 10.0
    private static let seconds = 600.0, warmUp = 60.0

    private let gestures: [TaughtGesture]
    private let samples: [HeadSample]
    private let rate: Double

    init() {
        var simulation = TraceSimulation(.tuned, seed: 10), gestures: [TaughtGesture] = [], samples: [HeadSample] = []
        while gestures.count < Self.templates {
            let own = simulation.limited(), made = simulation.repetitions(6, of: own)
            let repetitions = made.labels.map { TaughtRepetition($0, of: made.trace) }
            guard let name = TaughtGesture.name("bench-\(gestures.count)") else { break }
            if case .success(let lesson) = TaughtGesture.make(name, from: repetitions, rest: [], library: [], others: []) { gestures.append(lesson.gesture) }
        }
        var rate = Double.infinity
        while rate > Self.slow {
            let trace = simulation.ordinary(of: simulation.limited(), seconds: Self.seconds).trace
            rate = Double(trace.marks.count - 1) / trace.duration
            samples = trace.marks.map(\.sample)
        }
        (self.gestures, self.samples, self.rate) = (gestures, samples, rate)
    }

    func run() -> Cost {
        _ = measure(gestures)  // tables that are made when they are first used
        let with = measure(gestures), without = measure([])
        var cost = Cost(rate: Spread.rounded(rate), added_ms: Spread.rounded(with.milliseconds - without.milliseconds))
        if let counted = with.allocations, let usual = without.allocations { cost.added_allocations = counted - usual }
        return cost
    }

    /// The mean of a frame after warm-up.
    private func measure(_ gestures: [TaughtGesture]) -> (milliseconds: Double, allocations: Double?) {
        var configuration = GestureConfiguration()
        configuration.taught = gestures
        var recognizer = GestureRecognizer(configuration: configuration), start = 0.0, allocations: UInt64 = 0, count = 0.0
        let counter = AllocationCounter()
        for sample in samples {
            let isWarm = sample.time > Self.warmUp, before = counter?.count ?? 0
            var hasEvent = false
            if isWarm, count == 0 { start = CPUClock.thread }
            recognizer.process(sample) { event in if event.kind.gesture != nil { hasEvent = true } }
            guard isWarm else { continue }
            count += 1
            if !hasEvent { allocations += (counter?.count ?? 0) - before }
        }
        let milliseconds = (CPUClock.thread - start) * 1000
        return (milliseconds / max(1, count), counter.map { _ in Double(allocations) / max(1, count) })
    }
}
