/// How often a gesture is expected to fire by itself.
public struct TaughtRate: Equatable, Sendable {
    /// Expected number an hour.
    public var expected: Double
    /// The number an hour that is not exceeded with a probability of 95 %.
    public var upper95: Double
    /// Hours of ordinary movement from which both were computed.
    public var hours: Double

    public init(expected: Double, upper95: Double, hours: Double) {
        self.expected = expected
        self.upper95 = upper95
        self.hours = hours
    }
}

extension TaughtRate {
    /// The rate in recordings that did not serve to choose the limit. Own minutes in which the gesture fires count for more than a library in
    /// which it does not.
    init(_ likeness: Double, own: TaughtScan.Share, library: TaughtScan.Share) {
        let all = own + library, ownCount = own.count(likeness), count = all.count(likeness)
        guard all.hours > 0 else {
            self.init(expected: 0, upper95: Self.unknown, hours: 0)
            return
        }
        let isOwn = ownCount > 0 && own.hours > 0
        self.init(expected: isOwn ? max(Double(ownCount) / own.hours, Double(count) / all.hours) : Double(count) / all.hours,
                  upper95: isOwn ? max(Self.upper95(ownCount) / own.hours, Self.upper95(count) / all.hours) : Self.upper95(count) / all.hours, hours: all.hours)
    }

    /// The bound without any recording.
    private static let unknown = 3600.0

    /// Upper 95 % bound of a Poisson mean, by Wilson and Hilferty's approximation of the chi-squared distribution (1931): 3.0 for a count of 0.
    static func upper95(_ count: Int) -> Double {
        let degrees = Double(count) + 1, part = 1 - 1 / (9 * degrees) + 1.6449 / (3 * degrees.squareRoot())
        return degrees * part * part * part
    }
}
