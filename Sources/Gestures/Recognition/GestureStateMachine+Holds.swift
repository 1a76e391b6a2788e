/// A head that stays out: it may begin a hold or rest there.
extension GestureStateMachine {
    /// Handles a sample outside the zone, while the movement is neither a stroke nor a hold.
    mutating func stayOut(_ before: MovementTracker, _ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts,
                          _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = thresholds.configuration
        var movement = before
        if time - movement.began >= configuration.maxHold {
            reportPosture(movement, at: time, thresholds, emit)
            return recalibrate()
        }
        movement.add(pose, at: time, whereabouts, rise, thresholds)
        if movement.isWayOutKnown, movement.lingers(at: time, configuration.rules) {
            decide(at: time, configuration, emit)
            linger(movement, thresholds)
            state = .resting(at: pose, since: movement.restSince)
            return .followDrift
        }
        state = .moving(movement)
        if let side = movement.side, time - movement.began > thresholds.longestSwing(side, reaching: movement.reach) ?? 0 {
            if !waiting.isEmpty, let last = lastStroke, side.isOpposite(to: last.direction),
               movement.reach >= configuration.rules.overshoot * last.distance { waiting.blur() }
            decide(at: time, configuration, emit)
        }
        guard let out = movement.out else { return restHere(movement, nil, at: time, thresholds, emit) }
        if let objection = objectionToHold(movement, out, at: time, thresholds) {
            return restHere(movement, objection, at: time, thresholds, emit)
        }
        guard configuration.continuous, hasStayed(movement, out, at: time, thresholds) else {
            return restHere(movement, nil, at: time, thresholds, emit)
        }
        beginHold(movement, out.direction, distance: pose.offset.reach(out.direction), at: time, thresholds, &held, emit)
        return .nothing
    }

    /// Why a hold may not begin here.
    private func objectionToHold(_ movement: MovementTracker, _ out: (direction: HeadDirection, since: Double), at time: Double,
                                 _ thresholds: EffectiveThresholds) -> Rejection? {
        let direction = out.direction
        var features = movement.soFar
        features.restedHere = movement.left - atCenterSince
        if direction == lastHeld { features.restedSinceHold = movement.began - movement.restSince }
        let objection = RuleStage.hold.objection(to: features, thresholds)
        guard let objection, thresholds.configuration.continuous, hasStayed(movement, out, at: time, thresholds),
              RuleStage.hold.objection(to: features, thresholds, yielding: true) == nil else { return objection }
        return isConvincing(.hold(direction), journey(of: movement, until: time, thresholds), thresholds.configuration) ? nil : objection
    }

    /// Whether the head has been beyond its threshold for the acceptance time and is no longer on its way.
    private func hasStayed(_ movement: MovementTracker, _ out: (direction: HeadDirection, since: Double), at time: Double,
                           _ thresholds: EffectiveThresholds) -> Bool {
        let rules = thresholds.configuration.rules, acceptance = thresholds.configuration.acceptance(of: .hold(out.direction))
        guard time - out.since >= acceptance - GestureRules.roundoff else { return false }
        return !oscillation.moved(within: acceptance * rules.arrivalTime,
                                  by: max(thresholds[out.direction], movement.reach * rules.arrivalDistance))
    }

    private mutating func beginHold(_ movement: MovementTracker, _ direction: HeadDirection, distance: Double, at time: Double,
                                    _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) {
        decide(at: time, thresholds.configuration, emit)
        followsStroke = false
        let journey = journey(of: movement, until: time, thresholds), gesture = HeadGesture.hold(direction)
        state = .barred(since: time, peak: nil)
        guard let permit = permit(gesture, journey, at: time, thresholds.configuration, emit) else { return }
        held.begin(gesture, size: distance, began: journey.began, threshold: journey.threshold, eyes: permit.eyes, at: time, emit)
        lastHeld = direction
        dip = nil
    }

    /// Handles a sample during a hold.
    mutating func hold(_ direction: HeadDirection, _ pose: Pose, at time: Double, _ thresholds: EffectiveThresholds,
                       _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = thresholds.configuration
        let distance = pose.offset.reach(direction)
        let isBack = thresholds.zone.contains(pose.offset) || distance <= thresholds.exit.radius
        if held.isReleased(.turn, isBack: isBack, at: time, configuration) {
            endHold(.returned, at: time, &held, emit)
            eyes.begin(time, configuration.rules)
            // Still outside, but elsewhere: this may become another hold, but not a stroke, because its way out was not seen.
            state = thresholds.exit.contains(pose.offset) ? .resting(at: pose, since: time)
                : .moving(MovementTracker(origin: pose.atRest, step: rise.step, from: thresholds.zone, restSince: time,
                                          restNeeded: configuration.rules.restBefore, isWayOutKnown: false))
            return .nothing
        }
        // A head that returns to another place than the one it left has ended the hold too.
        if distance < thresholds[direction], stillness.lasts(configuration.settleTime, at: time) {
            endHold(.returned, at: time, &held, emit)
            return moveCenter(at: time)
        }
        if held.isTooLong(.turn, at: time, configuration) {
            endHold(.maxHold, at: time, &held, emit)
            return recalibrate()
        }
        watchDip(direction, distance, at: time, thresholds, emit)
        held.move(.turn, to: distance, at: time, emit)
        return .nothing
    }

    /// Ends the held turn, if there is one.
    mutating func endHold(_ reason: GestureEvent.StopReason, at time: Double, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) {
        if let ended = held.end(.turn, reason, at: time, emit) { refractory.ended(ended, at: time) }
    }

    /// Makes the position of a still head its rest if it cannot become a gesture.
    private mutating func restHere(_ movement: MovementTracker, _ objection: Rejection?, at time: Double, _ thresholds: EffectiveThresholds,
                                   _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = thresholds.configuration
        guard stillness.lasts(configuration.settleTime, at: time) else { return .nothing }
        if movement.out != nil, objection == nil {
            let mayBecomeStroke = time - movement.began <= configuration.rules.strokeSpan * configuration.discreteMax
            if configuration.continuous || mayBecomeStroke { return .nothing }
        }
        decide(at: time, configuration, emit)
        if let objection {
            report(.rejection(objection, journey(of: movement, until: time, thresholds)), at: time, configuration, emit)
        } else {
            reportPosture(movement, at: time, thresholds, emit)
        }
        return moveCenter(at: time)
    }

    /// Reports why a movement that stays out is not a gesture.
    private mutating func reportPosture(_ movement: MovementTracker, at time: Double, _ thresholds: EffectiveThresholds,
                                        _ emit: (GestureEvent) -> Void) {
        guard let rejection = RuleStage.posture.objection(to: movement.soFar, thresholds) else { return }
        report(.rejection(rejection, journey(of: movement, until: time, thresholds)), at: time, thresholds.configuration, emit)
    }
}
