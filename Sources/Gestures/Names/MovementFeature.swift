/// A quantity by which a movement is judged.
public enum MovementFeature: Int, CaseIterable, Sendable {
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
    /// Of a series: the number of its swings, their unevenness, seconds for each, tilt of the head as a part of the turn, and the distance from
    /// its beginning to its end in swings.
    case count, uneven, pace, tilt, returned

    /// What gives points, as `nodline why` prints it.
    var words: String {
        switch self {
        case .size: "size"
        case .across: "keeping to its axis"
        case .straight: "straight ways"
        case .before: "rest before"
        case .after: "rest afterwards"
        case .sideways: "no shift of the head"
        case .lips: "still lips"
        case .restless: "a calm head"
        case .away: "leading away from rest"
        case .speed: "speed"
        case .stay: "time out"
        case .still: "stillness there"
        case .wobble: "steadiness there"
        case .count: "number of swings"
        case .uneven: "even swings"
        case .pace: "pace"
        case .tilt: "no tilt"
        case .returned: "return"
        }
    }
}
