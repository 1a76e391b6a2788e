/// Movements that cannot become a gesture, but are reported because the user may have meant one.
extension GestureStateMachine {
    /// Handles a head that stays between rest and threshold. It may rest there; if it returns, that was nearly a gesture.
    mutating func linger(_ movement: MovementTracker, _ thresholds: EffectiveThresholds) {
        guard let rejection = RuleStage.posture.objection(to: movement.soFar, thresholds) else { return }
        if let lingered, lingered.rejection.value >= rejection.value { return }
        lingered = (rejection, lingered?.began ?? movement.left)
    }

    mutating func reportLingered(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard let (rejection, began) = lingered else { return }
        lingered = nil
        let zone = IdleZone(radius: lastThresholds?.zone.radius ?? 0)
        let journey = Journey(began: began, ended: rise.step.arrival(in: zone), threshold: rejection.bound)
        report(.rejection(rejection, journey), at: time, configuration, emit)
    }

    /// Watches whether the head, during a hold, returns towards rest and goes out again: a look that the hold hides.
    mutating func watchDip(_ direction: HeadDirection, _ distance: Double, at time: Double, _ thresholds: EffectiveThresholds,
                           _ emit: (GestureEvent) -> Void) {
        let threshold = thresholds[direction], radius = thresholds.zone.radius
        if distance < threshold {
            let nearest = min(distance, dip?.nearest ?? distance)
            dip = (nearest, distance == nearest ? time : dip?.began ?? time)
        } else if let (nearest, began) = dip {
            dip = nil
            // A tremor at the threshold is not a return.
            guard nearest <= (threshold + radius) / 2 else { return }
            let rejection = Rejection(rule: .notEnded, value: nearest, bound: radius, direction: direction)
            report(.rejection(rejection, Journey(began: began, ended: time, threshold: threshold)), at: time, thresholds.configuration, emit)
        }
    }

    /// Reports a movement whose way out was not seen, because a hold lasted until then.
    mutating func reportAfterHold(_ movement: MovementTracker, _ journey: Journey, at time: Double, _ thresholds: EffectiveThresholds,
                                  _ emit: (GestureEvent) -> Void) {
        defer { dip = nil }
        guard let side = movement.side, movement.reach >= thresholds[side] else { return }
        let rejection = if let dip, dip.nearest > thresholds.zone.radius {
            Rejection(rule: .notEnded, value: dip.nearest, bound: thresholds.zone.radius, direction: side)
        } else {
            Rejection(rule: .notRested, value: 0, bound: thresholds.configuration.rules.restBefore, direction: side)
        }
        report(.rejection(rejection, journey), at: time, thresholds.configuration, emit)
    }

    /// Reports a movement of a head that had not rested since it was found, or since a movement was interrupted.
    mutating func reportUnrested(_ peak: HeadOffset?, since: Double?, at time: Double, _ thresholds: EffectiveThresholds,
                                 _ emit: (GestureEvent) -> Void) {
        guard let peak, let since, peak.reach(peak.dominant) >= thresholds[peak.dominant] else { return }
        let rejection = Rejection(rule: .notRested, value: 0, bound: thresholds.configuration.rules.restBefore, direction: peak.dominant)
        let journey = Journey(began: since, ended: time, threshold: thresholds[peak.dominant])
        report(.rejection(rejection, journey), at: time, thresholds.configuration, emit)
    }

    /// Handles the head's first return to rest since the face was lost.
    /// - Returns: whether the turn in which the face was lost has become a look.
    mutating func finishLostTurn(_ peak: HeadOffset?, at time: Double, _ thresholds: EffectiveThresholds,
                                 _ emit: (GestureEvent) -> Void) -> Bool {
        guard let look = lostTurn?.look(peak, at: time, thresholds) else { return false }
        lostTurn = nil
        guard thresholds.configuration.discrete else { return false }
        report(look, at: time, thresholds.configuration, emit)
        return true
    }
}
