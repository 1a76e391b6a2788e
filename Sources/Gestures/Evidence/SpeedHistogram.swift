/// How fast a head moves when it moves least: a quantile of its speed, without sorting. Old speeds fade.
struct SpeedHistogram: Sendable {
    private static let memory = 10.0, step = 1.5, least = 0.05
    private var bins = SIMD16<Float>(repeating: 0)
    private var seconds = 0.0

    mutating func add(_ speed: Double, for given: Double) {
        let time = min(given, 0.2)
        var bin = 0, edge = Self.least
        while bin < 15, speed > edge {
            bin += 1
            edge *= Self.step
        }
        bins *= Float(1 - time / Self.memory)
        bins[bin] += Float(time)
        seconds += time
    }

    /// The speed that 35 % of the time was below; `nil` in the first five seconds.
    var low: Double? {
        guard seconds >= 5 else { return nil }
        let goal = 0.35 * bins.sum()
        var sum = Float(0), edge = Self.least
        for bin in 0..<16 {
            if sum + bins[bin] >= goal {
                let part = Double((goal - sum) / max(bins[bin], 1e-9))
                return edge / Self.step * (1 + (Self.step - 1) * part)
            }
            sum += bins[bin]
            edge *= Self.step
        }
        return edge
    }
}
