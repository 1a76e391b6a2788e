/// Movements that cannot become a gesture, but are reported because the user may have meant one.
package struct NearMisses: Sendable {
    /// A movement that stayed between rest and threshold: reported when the head is back.
    private(set) var lingered: (rejection: Rejection, began: Double)?
    /// The point nearest to rest since the head was last beyond its threshold, during or after a hold.
    private var dip: (nearest: Double, began: Double)?
    /// A far turn in which the face was lost.
    private var lostTurn: LostTurn?

    package init() {}

    // MARK: - A head that lingered

    /// Handles a head that stays between rest and threshold. It may rest there; if it returns, that was nearly a gesture.
    package mutating func linger(_ movement: MovementTracker, _ thresholds: EffectiveThresholds) {
        guard let rejection = RuleStage.posture.objection(to: movement.soFar, thresholds) else { return }
        if let lingered, lingered.rejection.value >= rejection.value { return }
        lingered = (rejection, lingered?.began ?? movement.left)
    }

    /// The report of a head that has returned from there, which it needs once.
    /// - Parameter zone: that of the last sample.
    package mutating func takeLingered(returningIn step: Step, to zone: IdleZone) -> Verdict? {
        guard let (rejection, began) = takeLingered() else { return nil }
        return .rejection(rejection, Journey(began: began, ended: step.arrival(in: zone), threshold: rejection.bound))
    }

    mutating func takeLingered() -> (rejection: Rejection, began: Double)? {
        defer { lingered = nil }
        return lingered
    }

    package mutating func forgetLingering() { lingered = nil }

    // MARK: - During and after a hold

    /// A hold begins.
    package mutating func beginHold() { dip = nil }

    /// Watches whether the head, during a hold, returns towards rest and goes out again: a look that the hold hides.
    package mutating func watchDip(_ direction: HeadDirection, _ distance: Double, at time: Double, _ thresholds: EffectiveThresholds) -> Verdict? {
        let threshold = thresholds[direction], radius = thresholds.zone.radius
        if distance < threshold {
            let nearest = min(distance, dip?.nearest ?? distance)
            dip = (nearest, distance == nearest ? time : dip?.began ?? time)
            return nil
        }
        guard let (nearest, began) = dip else { return nil }
        dip = nil
        // A tremor at the threshold is not a return.
        guard nearest <= (threshold + radius) / 2 else { return nil }
        let rejection = Rejection(rule: .notEnded, value: nearest, bound: radius, direction: direction)
        return .rejection(rejection, Journey(began: began, ended: time, threshold: threshold))
    }

    /// A movement whose way out was not seen, because a hold lasted until then.
    package mutating func afterHold(_ movement: MovementTracker, _ journey: Journey, _ thresholds: EffectiveThresholds) -> Verdict? {
        defer { dip = nil }
        guard let side = movement.side, movement.reach >= thresholds[side] else { return nil }
        let rejection = if let dip, dip.nearest > thresholds.zone.radius {
            Rejection(rule: .notEnded, value: dip.nearest, bound: thresholds.zone.radius, direction: side)
        } else {
            Rejection(rule: .notRested, value: 0, bound: thresholds.rules.restBefore, direction: side)
        }
        return .rejection(rejection, journey)
    }

    /// A movement by which the head returns to a previous rest.
    package static func cameBack(_ movement: MovementTracker) -> Rejection {
        let previous = movement.soFar.previousRest
        return Rejection(rule: .cameBack, value: previous?.distance ?? 0, bound: previous?.bound ?? 0,
                         direction: previous == nil ? movement.side : movement.soFar.direction)
    }

    // MARK: - After a loss

    /// The face was lost in a movement.
    package mutating func loseFace(in movement: MovementTracker, _ rules: GestureRules) { lostTurn = LostTurn(movement, rules) }

    /// Handles the head's first return to rest since the face was lost, or since a movement was interrupted: the far turn in which that was has become a
    /// look, or it is reported that the head had not rested.
    /// - Parameters:
    ///   - peak: the furthest point since then.
    ///   - since: when the head was seen outside first, in seconds.
    package mutating func comeToRest(_ peak: HeadOffset?, since: Double?, at time: Double, _ thresholds: EffectiveThresholds) -> Verdict? {
        if let look = lostTurn?.look(peak, at: time, thresholds) {
            lostTurn = nil
            if thresholds.configuration.discrete { return look }
        }
        guard let peak, let since, peak.reach(peak.dominant) >= thresholds[peak.dominant] else { return nil }
        let rejection = Rejection(rule: .notRested, value: 0, bound: thresholds.rules.restBefore, direction: peak.dominant)
        return .rejection(rejection, Journey(began: since, ended: time, threshold: thresholds[peak.dominant]))
    }
}
