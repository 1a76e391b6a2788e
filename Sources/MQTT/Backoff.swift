/// Pauses between attempts to connect: exponential with full jitter, so that a fleet does not come back to its broker all at once.
package struct Backoff: Sendable {
    /// Seconds.
    package static let first = 2.0, longest = 60.0
    /// Seconds after which a connection counts as good. A broker that accepts and then closes is not asked faster and faster.
    package static let good = 30.0

    private var attempts = 0

    package init() {}

    /// Seconds until the next attempt.
    /// - Parameters:
    ///   - lasted: seconds for which the last connection was there.
    ///   - wasRefused: the broker does not want this client, for example because of its password: only people can change that.
    ///   - random: from 0 to 1.
    package mutating func pause(after lasted: Double, wasRefused: Bool, random: Double = .random(in: 0...1)) -> Double {
        if lasted >= Self.good { attempts = 0 }
        let longest = wasRefused ? Self.longest : min(Self.first * Double(1 << min(attempts, 10)), Self.longest)
        attempts += 1
        return max(0.2, wasRefused ? longest * (0.5 + random / 2) : longest * random)
    }
}
