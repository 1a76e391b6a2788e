/// When samples came, and which time stamps cannot be right. A time far from the last one is used if the next one agrees with it: one wrong time stamp
/// must neither silence the recogniser nor make it forget the rest.
package struct SampleTimes: Sendable {
    package enum Judgement {
        case usable
        /// Not later than the last one, or not a number.
        case useless
        /// Far ahead; the next one may agree with it.
        case doubtful
        /// The clock was set back: a second time in a row lies far behind the last sample.
        case setBack
    }

    /// Of the last sample, in seconds.
    package private(set) var last: Double?
    /// Of the last sample with a head that was certain.
    package private(set) var seen: Double?
    private var doubted: Double?

    package init() {}

    /// Whether the last sample had a head that was certain.
    package var isCertain: Bool { seen == last }

    package mutating func add(_ time: Double) { last = time }

    /// The last sample has a head that is certain.
    package mutating func see() { seen = last }

    /// Judges the time of the next sample.
    package mutating func judge(_ time: Double, _ configuration: GestureConfiguration) -> Judgement {
        guard time.isFinite else { return .useless }
        guard let last else { return .usable }
        if isSetBack(time, configuration) { return .setBack }
        guard time > last else { return .useless }
        guard time - last > configuration.rules.longestLeap else {
            doubted = nil
            return .usable
        }
        return agrees(time, configuration.rules) ? .usable : .doubtful
    }

    /// Whether the clock was set back.
    package mutating func isSetBack(_ time: Double, _ configuration: GestureConfiguration) -> Bool {
        guard let last, time < last - configuration.staleTime else { return false }
        return agrees(time, configuration.rules)
    }

    /// A time that is used whatever the caller gives: what ends something must not fail for a wrong time stamp.
    package func moment(_ time: Double) -> Double { time.isFinite ? time : last ?? 0 }

    /// Whether this time follows the one that was doubted. Otherwise it is doubted now.
    private mutating func agrees(_ time: Double, _ rules: GestureRules) -> Bool {
        let follows = doubted.map { time > $0 && time - $0 <= rules.longestLeap } ?? false
        doubted = follows ? nil : time
        return follows
    }
}
