/// Follows the head's offset through rest, movement and hold, so that one movement is never both a look and a hold. ``HeldGestures`` knows
/// what is held.
struct GestureStateMachine: Sendable {
    private(set) var state: TurnState
    /// Movements out and back.
    private var swings = SwingSequence()
    private var stillness = StillnessDetector()
    private var rise = RiseTime()
    /// When a hold may begin.
    private var start: HoldStart
    /// Minimum rest before the next movement, in seconds; `nil` for ``GestureRules/restBefore``.
    private var restNeeded: Double?

    /// - Parameters:
    ///   - isResting: the head is known to be in the idle zone; otherwise it must visit it before anything counts.
    ///   - atCenterSince: time since which the head rests at its centre, in seconds.
    init(isResting: Bool, atCenterSince: Double = -.infinity) {
        start = HoldStart(atCenterSince: atCenterSince)
        state = isResting ? .resting(at: .rest, since: -.infinity) : .barred(since: nil, peak: nil)
    }

    /// Takes the next pose and emits the events that it completes.
    mutating func add(_ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts, _ thresholds: EffectiveThresholds,
                      _ held: inout HeldGestures, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        rise.add(pose.offset, at: time, thresholds)
        stillness.add(pose.offset, at: time, within: thresholds.configuration.rules.stillness * thresholds.zone.radius)
        let isCalm = thresholds.zone.contains(pose.offset) && stillness.lasts(thresholds.configuration.settleTime, at: time)
        judge.follow(pose.offset, isCalm: isCalm, thresholds)
        let outcome = if let direction = held.direction {
            hold(direction, pose, at: time, thresholds, &held, &judge, emit)
        } else {
            follow(pose, at: time, whereabouts, thresholds, &held, &judge, emit)
        }
        guard !held.holds(.turn), let (verdict, series) = judge.completedOscillation(thresholds) else { return outcome }
        swings.endOscillation(verdict, series, at: time, thresholds.configuration, &judge, emit)
        if series != nil { return outcome }
        if case .resting = state { return outcome }
        return moveCenter(at: time, &judge)  // a nod or a shake begins and ends at rest
    }

    private mutating func follow(_ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts, _ thresholds: EffectiveThresholds,
                                 _ held: inout HeldGestures, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        switch state {
        case .resting(let origin, let since):
            return leaveRest(origin, since, pose, at: time, whereabouts, thresholds, &held, &judge, emit)
        case .moving(let movement):
            if thresholds.zone.contains(pose.offset) {
                let disturbed = swings.finish(movement, returningTo: pose, in: rise.step, atCenterSince: start.atCenterSince, at: time, thresholds, &judge,
                                              emit)
                state = .resting(at: pose, since: disturbed ? time : movement.restSince)
                return .followDrift
            }
            guard let side = movement.side, side.isOpposite(to: pose.offset.dominant) else {
                return stayOut(movement, pose, at: time, whereabouts, thresholds, &held, &judge, emit)
            }
            // The head swung through the zone to the other side between two samples.
            _ = swings.finish(movement, returningTo: .rest, in: rise.step, atCenterSince: start.atCenterSince, at: time, thresholds, &judge, emit)
            let next = MovementTracker(origin: movement.origin, step: rise.step, from: thresholds.zone, restSince: time,
                                       restNeeded: restNeeded(thresholds.rules), isWayOutKnown: movement.isWayOutKnown)
            judge.beginMovement(at: next.left, thresholds.rules)
            return stayOut(next, pose, at: time, whereabouts, thresholds, &held, &judge, emit)
        case .barred(let since, let peak):
            return waitForRest(since, peak, pose, at: time, thresholds, &judge, emit)
        }
    }

    /// Handles a sample of a head that was at rest.
    private mutating func leaveRest(_ origin: Pose, _ since: Double, _ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts,
                                    _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                                    _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        if thresholds.exit.contains(pose.offset) {
            state = .resting(at: pose, since: since)
            if let needed = restNeeded, time - since >= needed { restNeeded = nil }
            if thresholds.zone.contains(pose.offset) { judge.endLingering(in: rise.step, at: time, thresholds, emit) }
            return .followDrift
        }
        let mayFollow = swings.canFollow(pose.offset.dominant, at: rise.step.from.time, thresholds.rules)
        if !mayFollow { swings.decide(at: time, thresholds.configuration, &judge, emit) }
        let movement = MovementTracker(origin: origin, step: rise.step, from: thresholds.exit, restSince: since,
                                       restNeeded: restNeeded(thresholds.rules))
        judge.leaveRest(at: movement.left, thresholds.rules)
        return stayOut(movement, pose, at: time, whereabouts, thresholds, &held, &judge, emit)
    }

    /// Handles a sample of a head that must first visit the idle zone.
    private mutating func waitForRest(_ since: Double?, _ peak: HeadOffset?, _ pose: Pose, at time: Double,
                                      _ thresholds: EffectiveThresholds, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        let configuration = thresholds.configuration
        if thresholds.zone.contains(pose.offset) {
            state = .resting(at: pose, since: time)
            judge.comeToRest(peak, since: since, at: time, thresholds, emit)
        } else if stillness.lasts(configuration.rules.settleAfterLoss * configuration.settleTime, at: time) {
            _ = moveCenter(at: time, &judge)
            return .moveCenterAfterLoss
        } else if let since, time - since >= configuration.maxHold {
            return recalibrate(&judge)
        } else {
            let isFurthest = pose.offset.length > peak?.length ?? 0
            state = .barred(since: since ?? time, peak: isFurthest ? pose.offset : peak)
        }
        return .nothing
    }

    /// Minimum rest before a movement that begins now, in seconds.
    private func restNeeded(_ rules: GestureRules) -> Double { swings.followsSwing ? 0 : restNeeded ?? rules.restBefore }

    /// Advances the time to a sample. A swing that began before the deadline belongs to the waiting swings even if the sample that shows
    /// it comes later.
    mutating func advance(to pose: Pose, at time: Double, wasCertain: Bool, _ thresholds: EffectiveThresholds, _ judge: inout GestureJudge,
                          _ emit: (GestureEvent) -> Void) {
        var end = time
        if wasCertain, case .resting = state, !thresholds.exit.contains(pose.offset) {
            end = rise.departure(to: pose.offset, at: time, thresholds)
        }
        advance(to: end, wasCertain: wasCertain, thresholds.configuration, &judge, emit)
    }

    /// Advances the time: waiting swings are decided at their deadline, or now if the face was uncertain until now.
    mutating func advance(to time: Double, wasCertain: Bool = true, _ configuration: GestureConfiguration, _ judge: inout GestureJudge,
                          _ emit: (GestureEvent) -> Void) {
        guard time >= swings.deadline else { return }
        if case .moving = state { return }  // another swing is under way
        swings.decide(at: wasCertain ? max(swings.deadline, rise.step.to.time) : time, configuration, &judge, emit)
    }

    /// Handles the head's return to a previous rest: the way there is not a gesture.
    /// - Parameter tells: whether the movement is reported, because the user may not know about that rest.
    mutating func comeBack(at time: Double, tells: Bool, _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                           _ emit: (GestureEvent) -> Void) {
        endHold(.returned, at: time, &held, &judge, emit)
        if tells, case .moving(let movement) = state { judge.refuse(NearMisses.cameBack(movement), brokenOff: movement, at: time, configuration, emit) }
        swings.interrupt(at: time, configuration, &judge, emit)
        swings.forget()
        _ = moveCenter(at: time, &judge)
    }

    /// Ends any movement under way; the head must rest before anything counts again. Waiting swings are discarded, and so is a nod that
    /// has begun: it is over when the head has rested for longer than the pauses in a nod.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                      _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        var isUnderWay = !swings.isEmpty
        var lost: MovementTracker?
        swings.interrupt(at: time, configuration, &judge, emit)
        endHold(reason, at: time, &held, &judge, emit)
        if case .moving(let movement) = state {
            isUnderWay = true
            if movement.isWayOutKnown {
                let rejection = Rejection(rule: .interrupted, value: time - movement.left, bound: 0, direction: movement.side)
                judge.refuse(rejection, brokenOff: movement, at: time, configuration, emit)
                if reason == .faceLost { lost = movement }
            }
        }
        if isUnderWay { restNeeded = max(configuration.rules.restBefore, configuration.resolve) }
        state = .barred(since: nil, peak: nil)
        forget(&judge)
        judge.endPath(configuration.rules)
        if reason == .faceLost || reason == .framesStopped { judge.loseFace(in: lost, configuration.rules) }
    }

    /// Whether the head rests at its centre.
    func isAtRest(_ pose: Pose, _ zone: IdleZone) -> Bool { if case .resting = state { zone.contains(pose.offset) } else { false } }

    /// Leaves the movement to a tilt: it is not a turn, and the head must rest before it can turn.
    mutating func giveWay(at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                          _ emit: (GestureEvent) -> Void) {
        endHold(.returned, at: time, &held, &judge, emit)
        swings.decide(at: time, configuration, &judge, emit)
        state = .barred(since: time, peak: nil)
        judge.endPath(configuration.rules)
    }

    private mutating func moveCenter(at time: Double, _ judge: inout GestureJudge) -> TurnOutcome {
        state = .resting(at: .rest, since: time)
        start.moveCenter()
        stillness = StillnessDetector()
        swings.rest()
        judge.forgetLingering()
        return .moveCenter
    }

    private mutating func recalibrate(_ judge: inout GestureJudge) -> TurnOutcome {
        state = .barred(since: nil, peak: nil)
        forget(&judge)
        return .recalibrate
    }

    private mutating func forget(_ judge: inout GestureJudge) {
        judge.forgetMovement()
        swings.forget()
        stillness = StillnessDetector()
    }

    // MARK: - A head that stays out

    /// Handles a sample outside the zone, while the movement is neither a look nor a hold.
    private mutating func stayOut(_ before: MovementTracker, _ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts,
                          _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                          _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        let configuration = thresholds.configuration
        var movement = before
        if time - movement.began >= configuration.maxHold {
            judge.refusePosture(movement, at: time, thresholds, emit)
            return recalibrate(&judge)
        }
        movement.add(pose, at: time, whereabouts, rise, thresholds)
        if movement.isWayOutKnown, movement.lingers(at: time, configuration.rules) {
            swings.decide(at: time, configuration, &judge, emit)
            judge.linger(movement, thresholds)
            state = .resting(at: pose, since: movement.restSince)
            return .followDrift
        }
        state = .moving(movement)
        if let side = movement.side, time - movement.began > thresholds.longestSwing(side, reaching: movement.reach) ?? 0 {
            swings.stayOut(side, reaching: movement.reach, configuration.rules)
            swings.decide(at: time, configuration, &judge, emit)
        }
        guard let out = movement.out else { return restHere(movement, nil, at: time, thresholds, &judge, emit) }
        if let objection = start.objection(to: movement, out, at: time, thresholds, judge) {
            return restHere(movement, objection, at: time, thresholds, &judge, emit)
        }
        guard configuration.continuous, HoldStart.hasStayed(movement, out, at: time, thresholds, judge) else {
            return restHere(movement, nil, at: time, thresholds, &judge, emit)
        }
        beginHold(movement, out.direction, distance: pose.offset.reach(out.direction), at: time, thresholds, &held, &judge, emit)
        return .nothing
    }

    private mutating func beginHold(_ movement: MovementTracker, _ direction: HeadDirection, distance: Double, at time: Double,
                                    _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                                    _ emit: (GestureEvent) -> Void) {
        swings.decide(at: time, thresholds.configuration, &judge, emit)
        swings.rest()
        let journey = judge.journey(of: movement, until: time, thresholds), gesture = HeadGesture.hold(direction)
        state = .barred(since: time, peak: nil)
        guard let permit = judge.permit(gesture, journey, at: time, thresholds.configuration, emit) else { return }
        held.begin(gesture, size: distance, began: journey.began, threshold: journey.threshold, eyes: permit.eyes, at: time, emit)
        start.began(direction)
        judge.beginHold()
    }

    /// Handles a sample during a hold.
    private mutating func hold(_ direction: HeadDirection, _ pose: Pose, at time: Double, _ thresholds: EffectiveThresholds,
                       _ held: inout HeldGestures, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        let configuration = thresholds.configuration
        let distance = pose.offset.reach(direction)
        let isBack = thresholds.zone.contains(pose.offset) || distance <= thresholds.exit.radius
        if held.isReleased(.turn, isBack: isBack, at: time, configuration) {
            endHold(.returned, at: time, &held, &judge, emit)
            judge.beginMovement(at: time, configuration.rules)
            // Still outside, but elsewhere: this may become another hold, but not a look, because its way out was not seen.
            state = thresholds.exit.contains(pose.offset) ? .resting(at: pose, since: time)
                : .moving(MovementTracker(origin: pose.atRest, step: rise.step, from: thresholds.zone, restSince: time,
                                          restNeeded: configuration.rules.restBefore, isWayOutKnown: false))
            return .nothing
        }
        // A head that returns to another place than the one it left has ended the hold too.
        if distance < thresholds[direction], stillness.lasts(configuration.settleTime, at: time) {
            endHold(.returned, at: time, &held, &judge, emit)
            return moveCenter(at: time, &judge)
        }
        if held.isTooLong(.turn, at: time, configuration) {
            endHold(.maxHold, at: time, &held, &judge, emit)
            return recalibrate(&judge)
        }
        judge.watchHold(direction, distance, at: time, thresholds, emit)
        held.move(.turn, to: distance, at: time, emit)
        return .nothing
    }

    /// Ends the held turn, if there is one.
    private mutating func endHold(_ reason: GestureEvent.StopReason, at time: Double, _ held: inout HeldGestures, _ judge: inout GestureJudge,
                                  _ emit: (GestureEvent) -> Void) {
        if let ended = held.end(.turn, reason, at: time, emit) { judge.ended(ended, at: time) }
    }

    /// Makes the position of a still head its rest if it cannot become a gesture.
    private mutating func restHere(_ movement: MovementTracker, _ objection: Rejection?, at time: Double, _ thresholds: EffectiveThresholds,
                                   _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        let configuration = thresholds.configuration
        guard stillness.lasts(configuration.settleTime, at: time) else { return .nothing }
        if movement.out != nil, objection == nil {
            let mayBecomeLook = time - movement.began <= configuration.rules.lookSpan * configuration.discreteMax
            if configuration.continuous || mayBecomeLook { return .nothing }
        }
        swings.decide(at: time, configuration, &judge, emit)
        if let objection {
            judge.refuse(objection, movement, at: time, thresholds, emit)
        } else {
            judge.refusePosture(movement, at: time, thresholds, emit)
        }
        return moveCenter(at: time, &judge)
    }
}
