/// Cost model of the operating points: turns readings of CPU time into the use of one core, now and as predicted for another rung.
///
/// The use is split into the work on frames, which is proportional to the rate, and the rest, of which one part is proportional to
/// the rate (a camera's software ISP) and one is constant. The relative cost of a frame on two rungs, and the proportional part of
/// the rest, are learned when the rung changes.
public struct CostModel: Sendable {
    /// One reading of the process's clocks. All values but the time count up from an arbitrary start.
    public struct Reading: Sendable {
        /// Seconds on the monotonic clock.
        public var time: Double
        /// CPU seconds of the process (CLOCK_PROCESS_CPUTIME_ID), and the part of them that was spent on frames.
        public var cpu: Double
        public var frameCPU: Double
        /// Processed frames.
        public var frames: Int

        public init(time: Double, cpu: Double, frameCPU: Double, frames: Int) {
            self.time = time
            self.cpu = cpu
            self.frameCPU = frameCPU
            self.frames = frames
        }
    }

    /// The measurement of about half a second, in cores.
    private struct Bin {
        let time: Double
        let rung: Int
        /// Work other than on frames, in cores.
        let rest: Double
        /// CPU seconds of one frame.
        let frame: Double
        /// The total, at the rung's rate.
        let use: Double
    }

    /// Seconds of a bin, and the number of bins for a steady figure.
    private static let binTime = 0.5
    private static let steadyBins = 5
    /// The cost of a frame with accuracy `low` relative to `high`, until it has been learned.
    private static let lowWeight = 0.3
    /// The same without eyes relative to with them.
    private static let eyelessWeight = 0.95
    /// Time constant in seconds with which a learned weight returns to the assumed one: the scene that it was learned on may have passed.
    private static let fading = 600.0

    private let ladder: OperatingLadder
    /// For predictions upwards: how long the highest cost is remembered, in seconds.
    private let memory: Double
    private var weights: [Double]
    private var bins: [Bin] = []
    private var start: Reading?
    private var rung: Int
    /// The part of the rest that is proportional to the rate. Until it is known, all of it is assumed to be: a descent that was too
    /// short is noticed and corrected at once.
    private var share = 1.0
    /// The last rung's measurement at the change to this one, until something has been learned from it.
    private var before: Bin?

    public init(_ ladder: OperatingLadder, rung: Int = 0, memory: Double = 60) {
        self.ladder = ladder
        self.rung = rung
        self.memory = memory
        weights = ladder.points.map(Self.assumedWeight)
        bins.reserveCapacity(Int(memory / Self.binTime) + 8)
    }

    /// Takes a reading; `true` if it completed a bin, so that there is new data for a decision.
    public mutating func add(_ reading: Reading) -> Bool {
        guard let start else {
            self.start = reading
            return false
        }
        let duration = reading.time - start.time
        guard duration >= Self.binTime else { return false }
        self.start = reading
        fade(for: duration)
        let frames = Double(reading.frames - start.frames)
        guard frames > 0 else { return false }
        let perFrame = max(0, reading.frameCPU - start.frameCPU) / frames
        let rest = max(0, reading.cpu - start.cpu - max(0, reading.frameCPU - start.frameCPU)) / duration
        // Half a second holds one frame more or less by chance: if the rate is kept, the nominal rate is used.
        let rate = ladder[rung].rate
        let isKept = abs(frames - rate * duration) <= max(1, rate * duration * 0.1)
        bins.removeAll { $0.time < reading.time - memory }
        bins.append(Bin(time: reading.time, rung: rung, rest: rest, frame: perFrame,
                        use: rest + perFrame * (isKept ? rate : frames / duration)))
        learn()
        return true
    }

    /// Continues on another rung. The unfinished bin is discarded.
    public mutating func move(to rung: Int) {
        before = typicalBin
        self.rung = rung
        start = nil
    }

    /// The use of one core over the last half second on this rung, and the CPU seconds of a frame in it.
    public var latest: (use: Double, frame: Double)? { here.last.map { ($0.use, $0.frame) } }

    /// The mean use of one core over up to `longest` seconds on this rung, if there are at least `shortest`.
    public func steady(from shortest: Double = 2.5, to longest: Double = 2.5) -> Double? {
        let bins = here.suffix(Int(longest / Self.binTime))
        return bins.count >= Int(shortest / Self.binTime) ? mean(bins, \.use) : nil
    }

    /// The use in the last two half seconds on this rung, older first.
    public var lastTwo: (Double, Double)? {
        let last = here.suffix(2)
        guard last.count == 2, let first = last.first, let second = last.last else { return nil }
        return (first.use, second.use)
    }

    /// The predicted use of a core on `other`, by the newest half second (`isQuick`) or the last two and a half seconds.
    public func use(on other: Int, isQuick: Bool) -> Double? {
        let last = here.suffix(isQuick ? 1 : Self.steadyBins)
        guard !last.isEmpty else { return nil }
        return mean(last) { use(on: other, by: $0) }
    }

    /// The highest predicted use on `other` over any `seconds` within memory.
    public func peakUse(on other: Int, over seconds: Double = 2.5) -> Double? {
        let count = Int(seconds / Self.binTime)
        guard bins.count >= count else { return nil }
        var peak = 0.0
        for end in count...bins.count {
            peak = max(peak, mean(bins[(end - count)..<end]) { use(on: other, by: $0) })
        }
        return peak
    }

    private func use(on other: Int, by bin: Bin) -> Double {
        bin.rest * (1 - share + share * ladder[other].rate / ladder[bin.rung].rate)
            + bin.frame * weights[other] / weights[bin.rung] * ladder[other].rate
    }

    /// The bins since the change to this rung.
    private var here: ArraySlice<Bin> {
        let begin = bins.lastIndex { $0.rung != rung }.map { $0 + 1 } ?? 0
        return bins[begin...]
    }

    /// The present cost on this rung: the mean of the last bins, or the last one alone if a load has just begun.
    private var typicalBin: Bin? {
        let last = here.suffix(Self.steadyBins)
        guard let newest = last.last, newest.use < 1.5 * mean(last.dropLast(), \.use) else { return last.last }
        return Bin(time: newest.time, rung: rung, rest: mean(last, \.rest), frame: mean(last, \.frame), use: mean(last, \.use))
    }

    /// Compares this rung with the last one, once there is a steady figure of both.
    private mutating func learn() {
        guard let before, here.count == Self.steadyBins else { return }
        self.before = nil
        let rates = ladder[rung].rate / ladder[before.rung].rate, rest = mean(here, \.rest)
        if abs(1 - rates) > 0.15, before.rest > 0 { share = min(max((1 - rest / before.rest) / (1 - rates), 0), 1) }
        let frame = mean(here, \.frame)
        guard frame > 0, before.frame > 0 else { return }
        let isSameAccuracy = ladder[rung].accuracy == ladder[before.rung].accuracy
        // The scene may have changed at the same moment: a learned weight is limited to a plausible range.
        let range = isSameAccuracy ? 0.7...1.4 : 0.4...2.5
        func limited(_ weight: Double, on rung: Int) -> Double {
            let assumed = Self.assumedWeight(ladder[rung])
            return min(max(weight, assumed * range.lowerBound), assumed * range.upperBound)
        }
        let old = weights[rung]
        weights[rung] = limited(weights[before.rung] * frame / before.frame, on: rung)
        guard !isSameAccuracy else { return }
        for other in weights.indices where other != rung && ladder[other].accuracy == ladder[rung].accuracy {
            weights[other] = limited(weights[other] * weights[rung] / old, on: other)
        }
    }

    private mutating func fade(for duration: Double) {
        for rung in weights.indices {
            let assumed = Self.assumedWeight(ladder[rung])
            weights[rung] += (assumed - weights[rung]) * min(1, duration / Self.fading)
        }
    }

    private static func assumedWeight(_ point: OperatingPoint) -> Double {
        (point.accuracy == .high ? 1 : lowWeight) * (point.measuresEyes ? 1 : eyelessWeight)
    }

    private func mean(_ bins: ArraySlice<Bin>, _ value: (Bin) -> Double) -> Double {
        bins.reduce(0) { $0 + value($1) } / Double(max(1, bins.count))
    }
}
