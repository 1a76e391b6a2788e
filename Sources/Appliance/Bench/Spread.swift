// A sample of measurements, and what to quote of it.

/// Sorted measurements.
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

    /// Tenths of microseconds: finer digits are noise.
    static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1e4).rounded() / 1e4 }
}
