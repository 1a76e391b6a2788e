/// Processing of a sample, step by step.
extension GestureRecognizer {
    mutating func take(_ sample: HeadSample, _ isSteering: Bool, _ emit: (GestureEvent) -> Void) {
        let time = sample.time
        guard believes(time, emit) else { return }
        endStaleMovement(at: time, emit)
        let previous = lastSample, seconds = time - (previous ?? time)
        if seconds > configuration.recalibrateAfterLoss { beginCalibration(after: phase.rest(leftAt: time, configuration.rules), at: time, emit) }
        lastSample = time
        guard let head = sample.head, head.isUsable, isContinuous(head, after: seconds), isMeasurable(sample, emit) else {
            gaze.doubt()
            loseFaceIfMissing(at: time, emit)
            return
        }
        let wasCertain = lastSeen == previous
        if !wasCertain { loseFaceIfMissing(at: time, emit) }
        if sight == nil { findFace(head, at: time, emit) }
        lastSeen = time
        defer { sight?.position = head.position }
        if let angles = sample.angles { machine.eyes.follow(angles, at: time, configuration.rules) }
        if let eyes = sample.eyes { machine.eyes.add(eyes) }
        if let mouth = sample.mouth { machine.refractory.speech.add(mouth, yaw: sample.angles?.yaw, configuration.rules) }
        machine.oscillation.add(sample, after: seconds, zone: idleZone, configuration)
        if let now = machine.oscillation.now {
            let lips = machine.refractory.speech.speed(at: time, configuration.rules)
            machine.evidence.add(now.pose, at: time, lips: lips, generation: machine.oscillation.generation,
                                 proposes: configuration.proposes, effectiveThresholds(configuration))
        }
        defer { followTaught(sample, head, emit) }
        guard case .tracking(let tracking) = phase else {  // also while paused, to detect the wake gesture
            learnFace(sample)
            return calibrate(sample, emit)
        }
        guard isAdmitted else { return }
        if isPaused { return wake(by: sample, from: tracking.center, emit) }
        track(sample, head, tracking, after: seconds, wasCertain: wasCertain, isSteering, emit)
        followFace(sample, emit)
        followGaze(sample, emit)
        for kind in HeldGestures.Kind.all where held.isForgotten(kind, at: time) { endHold(kind, at: time, reason: .stopped, emit) }
    }

    mutating func wait(until time: Double, _ emit: (GestureEvent) -> Void) {
        guard let lastSample, !isSetBack(time, emit), time > lastSample else { return }
        // Waiting strokes are not decided while the face is uncertain, because it may be about to be lost. Nor are they decided while the
        // next sample may still show a swing that began in time, except at the end of a question.
        let isDue = time - lastSample > configuration.rules.sampleTimeout || time >= armedUntil ?? .infinity
        if lastSeen == lastSample, isDue { machine.advance(to: time, current(false), emit) }
        endStaleMovement(at: time, emit)
        if let lastSeen, lastSeen < lastSample { loseFaceIfMissing(at: time, emit) }
    }

    private mutating func track(_ sample: HeadSample, _ head: HeadPointer, _ given: Tracking, after seconds: Double, wasCertain: Bool,
                                _ isSteering: Bool, _ emit: (GestureEvent) -> Void) {
        var tracking = given
        guard let measured = tracking.center.pose(of: sample) else { return }
        machine.eyes.leftward = tracking.center.leftward
        let time = sample.time, rules = configuration.rules
        guard followTilt(measured, &tracking, sample, after: seconds, emit) else { return }
        let thresholds = effectiveThresholds(current(isSteering))
        let pose = tracking.filter.smooth(measured, after: seconds, cutoff: configuration.smoothing, rules)
        let isInside = thresholds.zone.contains(pose.offset)
        let whereabouts = tracking.formerRest?.locate(sample, isAway: !isInside, from: tracking.center, thresholds.zone, rules) ?? .elsewhere
        sight?.isInIdleZone = isInside
        sight?.offset = pose.offset
        sight?.formerRest = tracking.formerRest?.offset(in: sample, from: tracking.center)
        machine.advance(to: pose, at: time, wasCertain: wasCertain, thresholds, emit)
        emit(GestureEvent(time: time, kind: .moved(from: sight?.position ?? head.position, to: head.position, center: tracking.center.position)))
        if let former = tracking.formerRest, whereabouts == .arrived, !held.holds(.turn) || former.isFirm {
            tracking.comeBack(to: former, at: time, rules)
            machine.comeBack(at: time, tells: former.isFirm, thresholds.configuration, &held, emit)
            return settle(tracking, at: time, emit)
        }
        switch machine.add(pose, at: time, whereabouts, thresholds, &held, emit) {
        case .nothing:
            phase = .tracking(tracking)
            pauseIfHeld(at: time, emit)
        case .followDrift:
            noiseFloor.add(pose.offset, after: seconds, rules)
            if configuration.driftTime > 0, !isSteering || isInside, tilt.isResting || !configuration.tilt.isOn {
                tracking.follow(sample, pose, part: min(1, seconds / configuration.driftTime))
            }
            phase = .tracking(tracking)
        case .moveCenter:
            if case .near = whereabouts {
                tracking.moveCenterBack(to: sample, rules)
            } else {
                tracking.moveCenter(to: sample, memory: rules.restMemory)
            }
            settle(tracking, at: time, emit)
        case .moveCenterAfterLoss:
            tracking.moveCenter(to: sample, memory: .infinity)
            settle(tracking, at: time, emit)
        case .recalibrate: beginCalibration(after: Phase.tracking(tracking).rest(leftAt: time, rules), at: time, emit)
        }
    }

    /// Makes the centre the present rest.
    private mutating func settle(_ tracking: Tracking, at time: Double, _ emit: (GestureEvent) -> Void) {
        phase = .tracking(tracking)
        endHold(.tilt, at: time, reason: .returned, emit)
        tilt.settle(at: time)
        sight?.isInIdleZone = true
        sight?.offset = HeadOffset(left: 0, up: 0)
        sight?.formerRest = nil
    }

    /// Follows the head's tilt, and handles a rest that it finds.
    /// - Returns: whether the sample is still to be followed otherwise.
    private mutating func followTilt(_ pose: Pose, _ tracking: inout Tracking, _ sample: HeadSample, after seconds: Double,
                                     _ emit: (GestureEvent) -> Void) -> Bool {
        guard configuration.tilt.isOn else {
            if tilt.isAway { tilt.end() }  // it was switched off meanwhile
            return true
        }
        let time = sample.time, wasAway = tilt.isAway, wasHeld = held.shoulder
        let outcome = tilt.add(pose, at: time, after: seconds, isTurned: !machine.isAtRest(pose, idleZone), configuration,
                               &held, { machine.report($0, at: time, configuration, emit) }, emit)
        if let wasHeld, held.shoulder == nil { machine.refractory.ended(.holdTilt(wasHeld), at: time) }
        switch outcome {
        case .nothing:
            if tilt.isAway, !wasAway { machine.giveWay(at: time, configuration, &held, emit) }
            return true
        case .moveCenter:
            machine.end(at: time, reason: .recalibrated, configuration, &held, emit)
            tracking.moveCenter(to: sample, memory: configuration.rules.restMemory)
            settle(tracking, at: time, emit)
        case .recalibrate:
            machine.end(at: time, reason: .maxHold, configuration, &held, emit)
            beginCalibration(after: Phase.tracking(tracking).rest(leftAt: time, configuration.rules), at: time, emit)
        }
        return false
    }

    /// Ends whatever is under way.
    mutating func endGesture(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        machine.end(at: time, reason: reason, configuration, &held, emit)
        tilt.end()
        for expression in FacialExpression.allCases { expressions[expression].end() }
        taught.end()
        gaze.end()
        endHolds(at: time, reason: reason, emit)
    }

    /// Ends everything that is held.
    mutating func endHolds(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        guard !held.isEmpty else { return }
        for kind in HeldGestures.Kind.all { endHold(kind, at: time, reason: reason, emit) }
    }

    /// Ends what is held of a kind, which starts the gesture's refractory period.
    mutating func endHold(_ kind: HeldGestures.Kind, at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        if let ended = held.end(kind, reason, at: time, emit) { machine.refractory.ended(ended, at: time) }
    }

    /// Ends what is held although nothing may be. Whoever makes that so ends it and says why; this is for the case that somebody does not.
    mutating func endStrayHolds(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard !held.isEmpty, isPaused || isCalibrating || !isAdmitted || !isFacePresent else { return }
        endGesture(at: time, reason: isPaused ? .paused : !isAdmitted ? .notKnown : isFacePresent ? .recalibrated : .faceLost, emit)
    }

    private mutating func pauseIfHeld(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let pause = configuration.pauseGesture, held.direction == pause, let since = held.since(.turn),
              time - since >= configuration.pauseTime
        else { return }
        self.pause(at: time, emit)
    }

    /// While paused, only the wake gesture is detected.
    private mutating func wake(by sample: HeadSample, from center: CalibrationCenter, _ emit: (GestureEvent) -> Void) {
        guard !isBarred, let wake = configuration.wakeGesture, let pose = center.pose(of: sample) else { return }
        let isThere = effectiveThresholds(configuration).direction(of: pose.offset, from: HeadOffset(left: 0, up: 0)) == wake
        if sight?.waking.add(isThere, at: sample.time, for: configuration.wakeTime) == true { resume(at: sample.time, emit) }
    }

    /// Processes a sample of the calibration phase and starts tracking after the last one.
    private mutating func calibrate(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        let kind = configuration.pointer
        guard let center = phase.withCalibration({ $0.add(sample, kind: kind) }) ?? nil,
              case .calibrating(let calibration, let former) = phase
        else { return }
        let time = sample.time
        noiseFloor = NoiseFloor(tremor: calibration.spread(around: center), configuration.rules)
        if calibration.isForced { emit(GestureEvent(time: time, kind: .calibrationTimedOut(jump: calibration.restlessness))) }
        let isResting = center.pose(of: sample).map { idleZone.contains($0.offset) } ?? false
        start(Tracking(center, since: time, formerRest: former), isResting: isResting, restedSince: calibration.restedSince ?? time, emit)
    }

    /// - Parameter restedSince: time since which the head has rested at the centre, in seconds.
    mutating func start(_ tracking: Tracking, isResting: Bool, restedSince: Double, _ emit: (GestureEvent) -> Void) {
        phase = .tracking(tracking)
        sight?.isInIdleZone = isResting
        sight?.offset = nil
        machine = GestureStateMachine(isResting: isResting, atCenterSince: restedSince, speech: machine.refractory.speech,
                                      oscillation: machine.oscillation, evidence: machine.evidence, eyes: machine.eyes)
        tilt = TiltMachine()
        for expression in FacialExpression.allCases { expressions[expression].end() }
        machine.oscillation.restart()  // movements during the calibration do not count
        emit(GestureEvent(time: tracking.since, kind: .trackingStarted(center: tracking.center)))
    }

    /// - Parameter former: the rest that stays known; `nil` if the caller asked for a new one.
    mutating func beginCalibration(after former: FormerRest?, at time: Double, _ emit: (GestureEvent) -> Void) {
        endHolds(at: time, reason: .recalibrated, emit)
        gaze.end()
        phase = .calibrating(Calibration(configuration), former: former)
        for expression in FacialExpression.allCases { expressions[expression].forget() }
        sight?.clear()
    }

    var idleZone: IdleZone { IdleZone(configuration, tremor: noiseFloor.tremor) }

    func effectiveThresholds(_ configuration: GestureConfiguration) -> EffectiveThresholds {
        EffectiveThresholds(configuration, noise: noiseFloor.noise, tremor: noiseFloor.tremor)
    }
}
