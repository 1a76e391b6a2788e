/// A movement that has ended: a stroke, a swing, or neither.
extension GestureStateMachine {
    /// Handles the return of the head from a movement.
    /// - Returns: whether the movement interrupts the rest; touching the edge of the zone does not.
    mutating func finish(_ movement: MovementTracker, returningTo pose: Pose, at time: Double, _ thresholds: EffectiveThresholds,
                         _ emit: (GestureEvent) -> Void) -> Bool {
        let journey = journey(of: movement, until: rise.step.arrival(in: thresholds.zone), thresholds)
        guard movement.isWayOutKnown else {
            reportAfterHold(movement, journey, at: time, thresholds, emit)
            return true
        }
        let stroke = movement.movement(returningTo: pose, in: rise.step, at: time, thresholds)
        if let rejection = objection(.stroke, to: stroke, journey, thresholds) {
            refuse(rejection, reaching: stroke.peak, journey, at: time, thresholds.configuration, emit)
            return rejection.rule != .tooSmall
        }
        lingered = nil
        take(stroke, Journey(began: movement.left, ended: journey.ended, threshold: journey.threshold), at: time, thresholds, emit)
        return true
    }

    /// The first rule that a stroke breaks, unless it yields to the evidence.
    private func objection(_ stage: RuleStage, to stroke: HeadMovement, _ journey: Journey, _ thresholds: EffectiveThresholds) -> Rejection? {
        guard let rejection = stage.objection(to: stroke, thresholds) else { return nil }
        guard stage.objection(to: stroke, thresholds, yielding: true) == nil else { return rejection }
        return isConvincing(.stroke(stroke.direction), journey, thresholds.configuration) ? nil : rejection
    }

    /// Handles a movement that is not a stroke.
    private mutating func refuse(_ given: Rejection, reaching reach: Double, _ journey: Journey, at time: Double,
                                 _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        var rejection = given
        let lingered = lingered
        self.lingered = nil
        switch rejection.rule {
        case .tooSmall:
            if let lingered, lingered.rejection.direction == rejection.direction {
                rejection.value = max(rejection.value, lingered.rejection.value)
            }
        case .tooShort:
            followsStroke = false
            guard let side = rejection.direction, configuration.longestSwing(side) != nil else { fallthrough }
            if !waiting.canTake(side, isTwitch: true) { decide(at: time, configuration, emit) }
            return waiting.addTwitch(rejection, side, journey, at: time, configuration)
        default:
            followsStroke = false
            if reach >= configuration.rules.overshoot * (lastStroke?.distance ?? 0) { waiting.blur() }
            decide(at: time, configuration, emit)
        }
        report(.rejection(rejection, journey), at: time, configuration, emit)
    }

    /// Handles a stroke, which may be a swing of a nod or a shake.
    private mutating func take(_ given: HeadMovement, _ journey: Journey, at time: Double, _ thresholds: EffectiveThresholds,
                               _ emit: (GestureEvent) -> Void) {
        let configuration = thresholds.configuration, direction = given.direction
        var stroke = given
        stroke.restedHere = stroke.began - atCenterSince
        if let last = lastStroke, direction.isOpposite(to: last.direction),
           stroke.seenSince - last.end <= configuration.rules.overshootTime { stroke.overshoots = last.distance }
        if let rejection = objection(.sequel, to: stroke, journey, thresholds) {
            if rejection.rule != .rebound {
                lastStroke = (direction, stroke.peak, time)
                followsStroke = false
                decide(at: time, configuration, emit)
            }
            report(.rejection(rejection, journey), at: time, configuration, emit)
            return
        }
        lastStroke = (direction, stroke.peak, time)
        let verdict = verdict(on: stroke, journey, thresholds)
        let isQuick = thresholds.longestSwing(direction, reaching: stroke.peak).map { stroke.duration <= $0 } ?? false
        if !isQuick || !waiting.canTake(direction) { decide(at: time, configuration, emit) }
        followsStroke = isQuick || stroke.duration >= configuration.discreteMin
        guard isQuick else {
            report(verdict, at: time, configuration, emit)
            return
        }
        waiting.add(stroke, isFull: stroke.peak >= thresholds[direction], at: time, alone: verdict, configuration)
        // A vertical stroke that is long enough only within the timing error may be a twitch: it counts for a nod only.
        if !direction.isHorizontal, stroke.duration < configuration.discreteMin { waiting.blur() }
    }

    /// The verdict on a stroke that stands alone.
    private func verdict(on stroke: HeadMovement, _ journey: Journey, _ thresholds: EffectiveThresholds) -> Verdict {
        if let rejection = RuleStage.look.objection(to: stroke, thresholds) { return .rejection(rejection, journey) }
        return .gesture(.look(stroke.direction, distance: stroke.peak, duration: stroke.duration), journey)
    }
}
