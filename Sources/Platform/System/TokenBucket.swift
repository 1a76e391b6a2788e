/// Token bucket: `rate` permits a second in the long run, up to `burst` at once. A value without a clock: times come in.
package struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    private var left: Double
    private var last: Double?

    /// - Parameters:
    ///   - rate: a second.
    ///   - burst: at once, after a rest.
    package init(rate: Double, burst: Double) {
        self.rate = rate
        self.burst = burst
        left = burst
    }

    /// Takes a token, if there is one.
    package mutating func take(at time: Double) -> Bool {
        left = min(burst, left + max(0, time - (last ?? time)) * rate)
        last = time
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Seconds until there are `count` tokens.
    package func wait(for count: Double) -> Double { max(0, (min(count, burst) - left) / rate) }
}
