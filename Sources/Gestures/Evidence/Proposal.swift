/// A quantity by which a movement is judged.
package enum Feature: Int, CaseIterable, Sendable {
    /// Size, as the logarithm (base 2) of multiples of the threshold.
    case size
    /// Movement across the axis, as a part of the one along it.
    case across
    /// The straight ways, as a part of the path.
    case straight
    /// Mean speed in the 0.8 s before and in the 0.35 s afterwards, in sizes a second.
    case before, after
    /// Shift of the head's place across the axis, as a part of the turn.
    case sideways
    /// Greatest speed of the lips meanwhile, in IOD a second.
    case lips
    /// A low quantile of the head's speed in the last ten seconds, in thresholds a second.
    case restless
    /// Whether it leads away from the calibrated rest: 1 away, −1 back.
    case away
    /// Greatest speed on the way out, in thresholds a second, as a logarithm.
    case speed
    /// Seconds near the furthest point.
    case stay
    /// Mean speed, and spread, while it stays, in sizes.
    case still, wobble
}

/// The features of a movement; a missing one is not a number.
package struct Features: Sendable {
    private var values = SIMD16<Float>(repeating: .nan)

    package init() {}

    package subscript(feature: Feature) -> Double? {
        get {
            let value = values[feature.rawValue]
            return value.isNaN ? nil : Double(value)
        }
        set { values[feature.rawValue] = newValue.map { Float($0) } ?? .nan }
    }
}

/// A movement that may have been meant as a gesture.
struct Proposal: Sendable {
    enum Kind: String, Sendable { case look, hold }

    var kind: Kind
    var direction: HeadDirection
    /// Seconds.
    var began: Double
    var ended: Double
    var features = Features()
}
