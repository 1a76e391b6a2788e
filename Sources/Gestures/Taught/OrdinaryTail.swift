/// The rate at which ordinary movement is as like a gesture as its limit asks, by all that is somewhat like it.
///
/// Few hours hold no movement that reaches the limit, but many that come near. Their number falls with the angle between the courses as a power
/// of it, whose exponent is estimated (Hill, Annals of Statistics 1975), so that the rate at the limit is known better than by counting there.
struct OrdinaryTail: Sendable {
    /// An hour, at the limit.
    let rate: Double
    /// The relative variance of that rate.
    let variance: Double
    /// The least likeness that was taken as somewhat like it, and how many an hour are.
    let widest: Double, near: Double

    /// The number of movements from which the rate is taken, and the largest angle at which they may be, as a multiple of the limit's.
    private static let wanted = 20, widestPart = 2.0
    /// The exponent that is usual, and for how many movements that counts. Estimated with simulated people of the family `tuned`.
    private static let usual = 10.0, trust = 3.0

    init(_ share: TaughtScan.Share, at likeness: Double) {
        let limit = TaughtGesture.angle(likeness), farthest = min(TaughtGesture.angle(TaughtScan.least), Self.widestPart * limit)
        let angles = share.likenesses.prefix { TaughtGesture.angle($0) <= farthest }.map(TaughtGesture.angle)
        let wide = angles.count > Self.wanted ? max(limit, angles[Self.wanted - 1]) : farthest
        let inside = angles.prefix { $0 <= wide }, count = Double(inside.count)
        widest = TaughtGesture.likeness(wide)
        near = share.hours > 0 ? count / share.hours : 0
        let logs = inside.reduce(0) { $0 + Logarithm.natural(wide / max($1, 1e-6)) }
        let exponent = (count + Self.trust) / (logs + Self.trust / Self.usual)
        let way = exponent * Logarithm.natural(wide / limit)
        rate = near * Logarithm.power(-way)
        variance = 1 / max(1, count) + way * way / (count + Self.trust)
    }
}
