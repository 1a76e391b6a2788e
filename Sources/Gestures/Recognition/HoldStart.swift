/// When a head that stays out begins a hold.
struct HoldStart: Sendable {
    /// Time since which the head rests at its centre, in seconds.
    let atCenterSince: Double
    /// The direction of the last hold from there.
    private var lastHeld: HeadDirection?

    init(atCenterSince: Double) { self.atCenterSince = atCenterSince }

    /// A hold has begun.
    mutating func began(_ direction: HeadDirection) { lastHeld = direction }

    /// The head rests elsewhere.
    mutating func moveCenter() { lastHeld = nil }

    /// Why a hold may not begin here.
    func objection(to movement: MovementTracker, _ out: (direction: HeadDirection, since: Double), at time: Double, _ thresholds: EffectiveThresholds,
                   _ judge: borrowing GestureJudge) -> Rejection? {
        let direction = out.direction
        var features = movement.soFar
        features.restedHere = movement.left - atCenterSince
        if direction == lastHeld { features.restedSinceHold = movement.began - movement.restSince }
        let objection = RuleStage.hold.objection(to: features, thresholds)
        guard let objection, thresholds.configuration.continuous, Self.hasStayed(movement, out, at: time, thresholds, judge),
              RuleStage.hold.objection(to: features, thresholds, yielding: true) == nil else { return objection }
        return judge.isConvincing(.hold(direction), judge.journey(of: movement, until: time, thresholds), thresholds.configuration) ? nil : objection
    }

    /// Whether the head has been beyond its threshold for the acceptance time and is no longer on its way.
    static func hasStayed(_ movement: MovementTracker, _ out: (direction: HeadDirection, since: Double), at time: Double,
                          _ thresholds: EffectiveThresholds, _ judge: borrowing GestureJudge) -> Bool {
        let rules = thresholds.rules, acceptance = thresholds.configuration.acceptance(of: .hold(out.direction))
        guard time - out.since >= acceptance - GestureRules.roundoff else { return false }
        return !judge.moved(within: acceptance * rules.arrivalTime, by: max(thresholds[out.direction], movement.reach * rules.arrivalDistance))
    }
}
