/// Follows the head's offset through rest, movement and hold, so that one movement is never both a stroke and a hold. ``HeldGestures`` knows
/// what is held.
struct GestureStateMachine: Sendable {
    /// Follow-up action for the recogniser.
    enum Outcome: Equatable {
        case nothing
        /// The head rests at its centre, which may follow it.
        case followDrift
        /// The head came to rest outside the zone without a gesture: the centre moves there.
        case moveCenter
        /// The same for a head that was found there after a loss; it may never have rested at the old centre.
        case moveCenterAfterLoss
        /// A posture lasted for `maxHold`.
        case recalibrate
    }

    enum State: Sendable {
        /// In the idle zone since `since`; the last sample is where the next movement begins.
        case resting(at: Pose, since: Double)
        /// Outside the zone, not yet decided.
        case moving(MovementTracker)
        /// Nothing counts until the head visits the idle zone, or a hold is under way. Time since which it is seen, and its furthest point.
        case barred(since: Double?, peak: HeadOffset?)
    }

    var state: State
    var waiting = WaitingStrokes()
    /// The head's path since it was last still.
    var oscillation = Oscillation()
    /// What looks and holds are weighed by.
    var evidence = Evidence()
    /// The thresholds at the last sample.
    var lastThresholds: EffectiveThresholds?
    var stillness = StillnessDetector()
    var rise = RiseTime()
    /// The last movement was a stroke, so that the next one may follow at once.
    var followsStroke = false
    var lastStroke: (direction: HeadDirection, distance: Double, end: Double)?
    /// End of the last movement that was reported as a gesture; a movement is reported once.
    var reportedUntil = -Double.infinity
    /// Time since which the head rests at this centre, and the direction of the last hold.
    var atCenterSince = -Double.infinity
    var lastHeld: HeadDirection?
    var refractory = Refractory()
    /// Minimum rest before the next movement, in seconds; `nil` for ``GestureRules/restBefore``.
    var restNeeded: Double?
    /// A movement that stayed between rest and threshold: reported when the head is back.
    var lingered: (rejection: Rejection, began: Double)?
    /// The point nearest to rest since the head was last beyond its threshold, during or after a hold.
    var dip: (nearest: Double, began: Double)?
    /// A far turn in which the face was lost.
    var lostTurn: LostTurn?
    /// Recent positions of the eyes.
    var eyes = EyeMovement()

    /// - Parameters:
    ///   - isResting: the head is known to be in the idle zone; otherwise it must visit it before anything counts.
    ///   - speech: what is known about this user's lips.
    init(isResting: Bool, atCenterSince: Double = -.infinity, speech: SpeechDetector = SpeechDetector(),
         oscillation: Oscillation = Oscillation(), evidence: Evidence = Evidence(), eyes: EyeMovement = EyeMovement()) {
        self.atCenterSince = atCenterSince
        self.eyes = eyes
        refractory.speech = speech
        self.oscillation = oscillation
        self.evidence = evidence
        state = isResting ? .resting(at: .rest, since: -.infinity) : .barred(since: nil, peak: nil)
    }

    /// Takes the next pose and emits the events that it completes.
    mutating func add(_ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ thresholds: EffectiveThresholds,
                      _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        lastThresholds = thresholds
        rise.add(pose.offset, at: time, thresholds)
        stillness.add(pose.offset, at: time, within: thresholds.configuration.rules.stillness * thresholds.zone.radius)
        if thresholds.zone.contains(pose.offset), stillness.lasts(thresholds.configuration.settleTime, at: time) { refractory.unlock() }
        oscillation.isAway(pose.offset)
        if thresholds.configuration.proposes, let rest = oscillation.rest { evidence.find(rest: rest, thresholds) }
        let outcome = if let direction = held.direction {
            hold(direction, pose, at: time, thresholds, &held, emit)
        } else {
            follow(pose, at: time, whereabouts, thresholds, &held, emit)
        }
        guard !held.holds(.turn), let verdict = oscillation.verdict(isOver: false, thresholds) else { return outcome }
        endOscillation(verdict, at: time, thresholds.configuration, emit)
        if case .resting = state { return outcome }
        return moveCenter(at: time)  // a nod or a shake begins and ends at rest
    }

    private mutating func follow(_ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ thresholds: EffectiveThresholds,
                                 _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        switch state {
        case .resting(let origin, let since):
            return leaveRest(origin, since, pose, at: time, whereabouts, thresholds, &held, emit)
        case .moving(let movement):
            if thresholds.zone.contains(pose.offset) {
                let disturbed = finish(movement, returningTo: pose, at: time, thresholds, emit)
                state = .resting(at: pose, since: disturbed ? time : movement.restSince)
                return .followDrift
            }
            guard let side = movement.side, side.isOpposite(to: pose.offset.dominant) else {
                return stayOut(movement, pose, at: time, whereabouts, thresholds, &held, emit)
            }
            // The head swung through the zone to the other side between two samples.
            _ = finish(movement, returningTo: .rest, at: time, thresholds, emit)
            let next = MovementTracker(origin: movement.origin, step: rise.step, from: thresholds.zone, restSince: time,
                                       restNeeded: restNeeded(thresholds.rules), isWayOutKnown: movement.isWayOutKnown)
            eyes.begin(next.left, thresholds.rules)
            return stayOut(next, pose, at: time, whereabouts, thresholds, &held, emit)
        case .barred(let since, let peak):
            return waitForRest(since, peak, pose, at: time, thresholds, emit)
        }
    }

    /// Handles a sample of a head that was at rest.
    private mutating func leaveRest(_ origin: Pose, _ since: Double, _ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts,
                                    _ thresholds: EffectiveThresholds, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        if thresholds.exit.contains(pose.offset) {
            state = .resting(at: pose, since: since)
            if let needed = restNeeded, time - since >= needed { restNeeded = nil }
            if thresholds.zone.contains(pose.offset) { reportLingered(at: time, thresholds.configuration, emit) }
            return .followDrift
        }
        if !waiting.canFollow(pose.offset.dominant, at: rise.step.from.time, thresholds.rules) {
            decide(at: time, thresholds.configuration, emit)
        }
        let movement = MovementTracker(origin: origin, step: rise.step, from: thresholds.exit, restSince: since,
                                       restNeeded: restNeeded(thresholds.rules))
        // A head that lingered on its way has not rested: the eyes may have been ahead of it since it left.
        if lingered == nil { eyes.begin(movement.left, thresholds.rules) }
        return stayOut(movement, pose, at: time, whereabouts, thresholds, &held, emit)
    }

    /// Handles a sample of a head that must first visit the idle zone.
    private mutating func waitForRest(_ since: Double?, _ peak: HeadOffset?, _ pose: Pose, at time: Double,
                                      _ thresholds: EffectiveThresholds, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = thresholds.configuration
        if thresholds.zone.contains(pose.offset) {
            state = .resting(at: pose, since: time)
            if !finishLostTurn(peak, at: time, thresholds, emit) { reportUnrested(peak, since: since, at: time, thresholds, emit) }
        } else if stillness.lasts(configuration.rules.settleAfterLoss * configuration.settleTime, at: time) {
            _ = moveCenter(at: time)
            return .moveCenterAfterLoss
        } else if let since, time - since >= configuration.maxHold {
            return recalibrate()
        } else {
            let isFurthest = pose.offset.length > peak?.length ?? 0
            state = .barred(since: since ?? time, peak: isFurthest ? pose.offset : peak)
        }
        return .nothing
    }

    /// Minimum rest before a movement that begins now, in seconds.
    private func restNeeded(_ rules: GestureRules) -> Double { followsStroke ? 0 : restNeeded ?? rules.restBefore }

    /// Advances the time to a sample. A swing that began before the deadline belongs to the waiting strokes even if the sample that shows
    /// it comes later.
    mutating func advance(to pose: Pose, at time: Double, wasCertain: Bool, _ thresholds: EffectiveThresholds,
                          _ emit: (GestureEvent) -> Void) {
        var end = time
        if wasCertain, case .resting = state, !thresholds.exit.contains(pose.offset) {
            var step = rise.step
            step.go(to: pose.offset, at: time, longest: thresholds.configuration.rules.longestStep)
            end = step.departure(from: thresholds.exit)
        }
        advance(to: end, wasCertain: wasCertain, thresholds.configuration, emit)
    }

    /// Advances the time: waiting strokes are decided at their deadline, or now if the face was uncertain until now.
    mutating func advance(to time: Double, wasCertain: Bool = true, _ configuration: GestureConfiguration,
                          _ emit: (GestureEvent) -> Void) {
        guard time >= waiting.deadline else { return }
        if case .moving = state { return }  // another swing is under way
        decide(at: wasCertain ? max(waiting.deadline, rise.step.to.time) : time, configuration, emit)
    }

    /// Handles the head's return to a former rest: the way there is not a gesture.
    /// - Parameter tells: whether the movement is reported, because the user may not know about that rest.
    mutating func comeBack(at time: Double, tells: Bool, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                           _ emit: (GestureEvent) -> Void) {
        endHold(.returned, at: time, &held, emit)
        if tells, case .moving(let movement) = state {
            let soFar = movement.soFar
            let rejection = Rejection(rule: .cameBack, value: soFar.previousRest?.distance ?? 0, bound: soFar.previousRest?.bound ?? 0,
                                      direction: soFar.previousRest == nil ? movement.side : soFar.direction)
            report(.rejection(rejection, journey(of: movement, until: time)), at: time, configuration, emit)
        }
        waiting.interrupt(at: time) { report($0, at: time, configuration, emit) }
        waiting = WaitingStrokes()
        _ = moveCenter(at: time)
    }

    /// Ends any movement under way; the head must rest before anything counts again. Waiting strokes are discarded, and so is a nod that
    /// has begun: it is over when the head has rested for longer than the pauses in a nod.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                      _ emit: (GestureEvent) -> Void) {
        var isUnderWay = !waiting.isEmpty
        var lost: LostTurn?
        waiting.interrupt(at: time) { report($0, at: time, configuration, emit) }
        endHold(reason, at: time, &held, emit)
        if case .moving(let movement) = state {
            isUnderWay = true
            if movement.isWayOutKnown {
                let rejection = Rejection(rule: .interrupted, value: time - movement.left, bound: 0, direction: movement.side)
                report(.rejection(rejection, journey(of: movement, until: time)), at: time, configuration, emit)
                if reason == .faceLost { lost = LostTurn(movement, configuration.rules) }
            }
        }
        if isUnderWay { restNeeded = max(configuration.rules.restBefore, configuration.resolve) }
        state = .barred(since: nil, peak: nil)
        forget()
        oscillation.end(configuration.rules)
        if reason == .faceLost || reason == .framesStopped { oscillation.reset() }
        lostTurn = lost
    }

    func journey(of movement: MovementTracker, until end: Double, _ thresholds: EffectiveThresholds) -> Journey {
        Journey(began: lingered?.began ?? movement.left, ended: end, threshold: movement.threshold(thresholds))
    }

    private func journey(of movement: MovementTracker, until end: Double) -> Journey {
        Journey(began: movement.left, ended: end, threshold: lastThresholds.map(movement.threshold) ?? 0)
    }

    /// Whether the head rests at its centre.
    func isAtRest(_ pose: Pose, _ zone: IdleZone) -> Bool { if case .resting = state { zone.contains(pose.offset) } else { false } }

    /// Leaves the movement to a tilt: it is not a turn, and the head must rest before it can turn.
    mutating func giveWay(at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) {
        endHold(.returned, at: time, &held, emit)
        decide(at: time, configuration, emit)
        state = .barred(since: time, peak: nil)
        oscillation.end(configuration.rules)
    }

    mutating func moveCenter(at time: Double) -> Outcome {
        state = .resting(at: .rest, since: time)
        lastHeld = nil
        stillness = StillnessDetector()
        followsStroke = false
        lingered = nil
        return .moveCenter
    }

    mutating func recalibrate() -> Outcome {
        state = .barred(since: nil, peak: nil)
        forget()
        return .recalibrate
    }

    private mutating func forget() {
        lostTurn = nil
        waiting = WaitingStrokes()
        oscillation.restart()
        stillness = StillnessDetector()
        followsStroke = false
        lingered = nil
        dip = nil
    }
}
