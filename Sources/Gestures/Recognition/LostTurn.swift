/// A turn so far to a side that the face was lost. It still counts as the look as which it began if the head comes back the same way in
/// time.
struct LostTurn: Sendable {
    private let movement: MovementTracker
    private let direction: HeadDirection

    init?(_ movement: MovementTracker, _ rules: GestureRules) {
        guard let side = movement.side, side.isHorizontal, movement.reach >= rules.lostTurn else { return nil }
        self.movement = movement
        direction = side
    }

    /// The look, if the head is back at rest in time.
    /// - Parameter peak: the furthest point since the face was found again.
    func look(_ peak: HeadOffset?, at time: Double, _ thresholds: EffectiveThresholds) -> Verdict? {
        let duration = time - movement.left, rules = thresholds.rules
        guard let peak, peak.reach(direction) >= rules.lostTurnReturn * rules.lostTurn, peak.dominant == direction,
              duration <= rules.lookSpan * thresholds.configuration.discreteMax,
              RuleStage.hold.objection(to: movement.soFar, thresholds) == nil
        else { return nil }
        let journey = Journey(began: movement.left, ended: time, threshold: thresholds[direction])
        return .gesture(.recognised(.look(direction), size: max(movement.reach, peak.reach(direction)), duration: duration), journey)
    }
}
