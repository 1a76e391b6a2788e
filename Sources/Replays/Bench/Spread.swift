import Platform

/// Median and 99th percentile of a series of measurements.
struct Spread: Encodable {
    let median_ms: Double
    let p99_ms: Double

    /// - Parameter milliseconds: at least one.
    init?(_ milliseconds: [Double]) {
        guard !milliseconds.isEmpty else { return nil }
        let sorted = milliseconds.sorted()
        median_ms = Self.rounded(sorted[sorted.count / 2])
        p99_ms = Self.rounded(sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
    }

    /// The median of `count` runs after warm-up, in CPU milliseconds of this thread.
    static func median(of count: Int, _ body: () throws -> Void) rethrows -> Double {
        for _ in 0..<20 { try body() }
        let times = try (0..<count).map { _ in
            let start = CPUClock.thread
            try body()
            return (CPUClock.thread - start) * 1000
        }
        return Spread(times)?.median_ms ?? 0
    }

    /// Rounded to tenths of a microsecond; finer digits are noise.
    static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1e4).rounded() / 1e4 }
}
