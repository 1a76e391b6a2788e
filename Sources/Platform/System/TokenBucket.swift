/// Token bucket: `rate` permits a second on average, up to `burst` at once. A value without a clock: times come in.
package struct TokenBucket: Sendable {
    private let rate: Double
    private let burst: Double
    /// The remaining tokens; negative if more were spent than there were.
    package private(set) var left: Double
    private var last: Double?

    /// - Parameters:
    ///   - rate: tokens a second.
    ///   - burst: the most tokens at once, after a rest.
    package init(rate: Double, burst: Double) {
        self.rate = rate
        self.burst = burst
        left = burst
    }

    /// Takes a token, if there is one.
    package mutating func take(at time: Double) -> Bool {
        refill(at: time)
        guard left >= 1 else { return false }
        spend()
        return true
    }

    /// Adds the tokens of the elapsed time. A clock that runs back adds none.
    package mutating func refill(at time: Double) {
        left = min(burst, left + max(0, time - (last ?? time)) * rate)
        last = time
    }

    /// Takes tokens, whether or not there are any.
    package mutating func spend(_ count: Int = 1) { left -= Double(count) }

    /// Seconds until there are `count` tokens.
    package func wait(for count: Double) -> Double { max(0, (min(count, burst) - left) / rate) }
}
