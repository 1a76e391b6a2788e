/// Chooses the rungs that the temperature allows: one down while it is too hot, one up when it has cooled, the lowest
/// one while it is far too hot.
struct TemperatureBudget: Sendable {
    /// Seconds between steps: a board's temperature responds within tens of seconds.
    private static let stepTime = 30.0
    /// Degrees below the limit at which the board has cooled, and above it at which steps are too slow.
    private static let cooled = 5.0
    private static let tooFar = 5.0

    /// Degrees Celsius.
    let limit: Double
    private var lastStep = -Double.infinity

    init(limit: Double) {
        self.limit = limit
    }

    /// The best rung that is allowed now, starting from `rung`.
    mutating func bestRung(from rung: Int, of ladder: OperatingLadder, temperature: Double?, at time: Double) -> Int {
        guard let temperature else { return rung }
        if temperature >= limit {
            guard rung < ladder.last, time - lastStep >= Self.stepTime else { return rung }
            lastStep = time
            return temperature >= limit + Self.tooFar ? ladder.last : rung + 1
        }
        return temperature < limit - Self.cooled ? max(0, rung - 1) : rung
    }
}
