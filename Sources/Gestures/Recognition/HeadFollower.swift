/// Follows one head: it measures where the head rests, and lets the machines find gestures about that rest. Who may act, and when, is the
/// recogniser's matter.
struct HeadFollower: Sendable {
    /// What the recogniser knows while a sample is followed.
    struct Situation {
        var isPaused: Bool
        /// Whether nothing ends the pause.
        var isBarred: Bool
        /// Whether the person may act.
        var isAdmitted: Bool
        /// Whether a question is asked.
        var isAsked: Bool
        /// Whether the user steers something by the offset. The centre is then fixed.
        var isSteering: Bool
    }

    /// What the head asks the recogniser for by a gesture.
    enum Wish {
        case pause, resume
    }

    private(set) var phase: Phase
    /// `nil` without a face.
    private(set) var sight: Sight?
    var machines = GestureMachines()
    private var noiseFloor = NoiseFloor()

    /// - Parameter previous: the rest that stays known while another one is measured.
    init(_ configuration: GestureConfiguration, previous: PreviousRest? = nil) {
        phase = .calibrating(Calibration(configuration), previous: previous)
        machines.use(configuration.taught)
    }

    var isCalibrating: Bool { if case .calibrating = phase { true } else { false } }

    /// The distances in effect.
    @inline(__always)
    func limits(_ configuration: GestureConfiguration) -> DistanceLimits {
        DistanceLimits(configuration, noise: noiseFloor.noise, tremor: noiseFloor.tremor)
    }

    // MARK: - A sample

    /// Follows a sample whose head is certain.
    /// - Parameter wasCertain: so was the one before.
    mutating func follow(_ sample: HeadSample, _ head: HeadPointer, after seconds: Double, wasCertain: Bool, _ situation: Situation,
                         _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) -> Wish? {
        let time = sample.time, limits = limits(configuration)
        machines.see(sample, after: seconds, limits, configuration)
        guard case .tracking(let tracking) = phase else {  // also while paused, to detect the wake gesture
            machines.learn(sample, configuration)
            calibrate(sample, configuration, emit)
            return nil
        }
        guard situation.isAdmitted else { return nil }
        if situation.isPaused { return wakes(by: sample, from: tracking.center, situation, configuration) ? .resume : nil }
        track(sample, head, tracking, after: seconds, wasCertain: wasCertain, situation, limits, configuration, emit)
        if wantsPause(at: time, configuration) { return .pause }
        if case .tracking = phase, configuration.expressions.isOn, let offset = sight?.offset { machines.express(sample, offset, configuration, emit) }
        if case .tracking = phase, !situation.isAsked, configuration.gaze.isActive {
            machines.gaze(sample, configuration, emit)
        } else {
            machines.endGaze(at: time, emit)
        }
        machines.endForgotten(at: time, emit)
        return nil
    }

    /// The sample has been followed. Looks for taught movements.
    /// - Parameter isOpen: gestures count now.
    mutating func pass(_ sample: HeadSample, _ head: HeadPointer, isOpen: Bool, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        machines.match(sample, head, isOpen: isOpen && !isCalibrating, configuration, emit)
        sight?.position = head.position
    }

    /// Advances the time of a head that is certain.
    mutating func advance(to time: Double, _ situation: Situation, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        machines.advance(to: time, settings(configuration, situation), emit)
    }

    private mutating func track(_ sample: HeadSample, _ head: HeadPointer, _ given: Tracking, after seconds: Double, wasCertain: Bool,
                                _ situation: Situation, _ limits: DistanceLimits, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        var tracking = given
        guard let measured = tracking.center.pose(of: sample) else { return }
        machines.align(to: tracking.center)
        let time = sample.time, rules = configuration.rules
        guard followTilt(measured, &tracking, sample, after: seconds, situation, limits, configuration, emit) else { return }
        let thresholds = EffectiveThresholds(configuration: settings(configuration, situation), limits: limits)
        let pose = tracking.filter.smooth(measured, after: seconds, cutoff: configuration.smoothing, rules)
        let isInside = thresholds.zone.contains(pose.offset)
        let whereabouts = tracking.previousRest?.locate(sample, isAway: !isInside, from: tracking.center, thresholds.zone, rules) ?? .elsewhere
        sight?.isInIdleZone = isInside
        sight?.offset = pose.offset
        sight?.previousRest = tracking.previousRest?.offset(in: sample, from: tracking.center)
        machines.advance(to: pose, at: time, wasCertain: wasCertain, thresholds, emit)
        emit(GestureEvent(time: time, kind: .pointer(from: sight?.position ?? head.position, to: head.position, center: tracking.center.position)))
        if let previous = tracking.previousRest, whereabouts == .arrived, !machines.held.holds(.turn) || previous.isFirm {
            tracking.comeBack(to: previous, at: time, rules)
            machines.comeBack(at: time, tells: previous.isFirm, thresholds.configuration, emit)
            return settle(tracking, at: time, emit)
        }
        switch machines.turn(pose, at: time, whereabouts, thresholds, emit) {
        case .nothing: phase = .tracking(tracking)
        case .followDrift:
            noiseFloor.add(pose.offset, after: seconds, rules)
            let isFree = !situation.isSteering || isInside && !configuration.tilt.isOn, isUpright = machines.tilt.isResting || !configuration.tilt.isOn
            if configuration.driftTime > 0, isFree, isUpright { tracking.follow(sample, pose, part: min(1, seconds / configuration.driftTime)) }
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
        case .recalibrate: beginCalibration(after: Phase.tracking(tracking).rest(leftAt: time, rules), at: time, configuration, emit)
        }
    }

    /// The settings in effect. A head that steers or is tilted does not settle.
    // Inlined: a call copies the whole value.
    @inline(__always)
    private func settings(_ configuration: GestureConfiguration, _ situation: Situation) -> GestureConfiguration {
        guard situation.isAsked || situation.isSteering || machines.tilt.isAway else { return configuration }
        var settings = configuration
        if situation.isAsked { settings.enableAnswers() }
        if situation.isSteering || machines.tilt.isAway { settings.settleTime = .infinity }
        return settings
    }

    // MARK: - Gestures

    /// Follows the head's tilt, and handles a rest that it finds.
    /// - Returns: whether the sample is still to be followed otherwise.
    private mutating func followTilt(_ pose: Pose, _ tracking: inout Tracking, _ sample: HeadSample, after seconds: Double, _ situation: Situation,
                                     _ limits: DistanceLimits, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) -> Bool {
        let time = sample.time, rules = configuration.rules
        switch machines.tilt(pose, at: time, after: seconds, limits.zone, configuration, isSteering: situation.isSteering, emit) {
        case .nothing: return true
        case .moveCenter:
            machines.endTurn(at: time, reason: .recalibrated, configuration, emit)
            tracking.moveCenter(to: sample, memory: rules.restMemory)
            settle(tracking, at: time, emit)
        case .recalibrate:
            machines.endTurn(at: time, reason: .maxHold, configuration, emit)
            beginCalibration(after: Phase.tracking(tracking).rest(leftAt: time, rules), at: time, configuration, emit)
        }
        return false
    }

    /// Whether the held turn is the one that pauses, for long enough.
    private func wantsPause(at time: Double, _ configuration: GestureConfiguration) -> Bool {
        guard let pause = configuration.pauseGesture, machines.held.direction == pause, let since = machines.held.since(.turn) else { return false }
        return time - since >= configuration.pauseTime
    }

    /// Whether a paused user's head asks to go on. Nothing else is detected then.
    private mutating func wakes(by sample: HeadSample, from center: CalibrationCenter, _ situation: Situation, _ configuration: GestureConfiguration) -> Bool {
        guard !situation.isBarred, let wake = configuration.wakeGesture, let pose = center.pose(of: sample) else { return false }
        let thresholds = EffectiveThresholds(configuration: configuration, limits: limits(configuration))
        let isThere = thresholds.direction(of: pose.offset, from: HeadOffset(left: 0, up: 0)) == wake
        return sight?.waking.add(isThere, at: sample.time, for: configuration.wakeTime) == true
    }

    // MARK: - The rest position

    /// Processes a sample of the calibration phase and starts tracking after the last one.
    private mutating func calibrate(_ sample: HeadSample, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        let kind = configuration.pointer
        guard let center = phase.withCalibration({ $0.add(sample, kind: kind) }) ?? nil,
              case .calibrating(let calibration, let previous) = phase
        else { return }
        let time = sample.time
        noiseFloor = NoiseFloor(tremor: calibration.spread(around: center), configuration.rules)
        if calibration.isForced { emit(GestureEvent(time: time, kind: .calibrationTimedOut(jump: calibration.restlessness))) }
        let isResting = center.pose(of: sample).map { limits(configuration).zone.contains($0.offset) } ?? false
        start(Tracking(center, since: time, previousRest: previous), isResting: isResting, restedSince: calibration.restedSince ?? time, emit)
    }

    /// - Parameter restedSince: time since which the head has rested at the centre, in seconds.
    mutating func start(_ tracking: Tracking, isResting: Bool, restedSince: Double, _ emit: (GestureEvent) -> Void) {
        phase = .tracking(tracking)
        sight?.isInIdleZone = isResting
        sight?.offset = nil
        machines.restart(isResting: isResting, atCenterSince: restedSince)
        emit(GestureEvent(time: tracking.since, kind: .trackingStarted(center: tracking.center)))
    }

    /// - Parameter previous: the rest that stays known; `nil` if the caller asked for a new one.
    mutating func beginCalibration(after previous: PreviousRest?, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        machines.forgetRest(at: time, emit)
        phase = .calibrating(Calibration(configuration), previous: previous)
        sight?.clear()
    }

    /// Measures the rest again, after whatever has become of the head; the one until now stays known.
    mutating func recalibrate(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        beginCalibration(after: phase.rest(leftAt: time, configuration.rules), at: time, configuration, emit)
    }

    /// Makes the centre the present rest.
    private mutating func settle(_ tracking: Tracking, at time: Double, _ emit: (GestureEvent) -> Void) {
        phase = .tracking(tracking)
        machines.settle(at: time, emit)
        sight?.isInIdleZone = true
        sight?.offset = HeadOffset(left: 0, up: 0)
        sight?.previousRest = nil
    }

    // MARK: - The face

    /// Whether this can be the same head as in the last sample.
    // Inlined: a call copies the whole value.
    @inline(__always)
    func isContinuous(_ head: HeadPointer, after seconds: Double, _ rules: GestureRules) -> Bool {
        sight?.isContinuous(head, after: seconds, rules) ?? true
    }

    /// Whether the sample contains the pointer for which the centre was measured, as numbers. If it has been missing for as long as a lost
    /// face, the rest is measured again.
    mutating func isMeasurable(_ sample: HeadSample, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) -> Bool {
        guard let center = phase.tracking?.center, center.pose(of: sample)?.isFinite != true else { return true }
        if sight != nil { return false }
        beginCalibration(after: nil, at: sample.time, configuration, emit)
        return true
    }

    mutating func findFace(_ sample: HeadSample, _ head: HeadPointer, lastSeen: Double?, _ configuration: GestureConfiguration,
                           _ emit: (GestureEvent) -> Void) {
        let time = sample.time
        sight = Sight(position: head.position)
        emit(GestureEvent(time: time, kind: .faceFound))
        let wasAway = lastSeen.map { time - $0 > configuration.recalibrateAfterLoss } ?? false
        // Another person must not inherit the calibration. The supposed stranger may be the same person looking aside, so the rest stays known.
        if wasAway || phase.tracking?.center.isOfAnother(sample, configuration.rules) == true { recalibrate(at: time, configuration, emit) }
    }

    /// - Parameter seen: when the face was seen, in seconds.
    mutating func loseFaceIfMissing(since seen: Double?, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard sight != nil, let seen, time - seen >= configuration.faceLossTime else { return }
        loseSight(at: time, .faceLost, configuration, emit)
    }

    /// - Parameter last: when the last sample came, in seconds.
    mutating func endStaleMovement(since last: Double?, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard let last, time - last >= configuration.staleTime else { return }
        loseSight(at: last + configuration.staleTime, .framesStopped, configuration, emit)
    }

    /// Ends the movement under way, and reports the face as lost if one was seen.
    mutating func loseSight(at time: Double, _ reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        end(at: time, reason: reason, configuration, emit)
        machines.forgetTaught()
        guard sight != nil else { return }
        sight = nil
        machines.forgetFace()
        _ = phase.withCalibration { $0.discard() }
        emit(GestureEvent(time: time, kind: .faceLost))
    }

    /// The position relative to the rest is not known while nobody may act.
    mutating func hide() {
        sight?.clear()
        forgetWaking()
    }

    /// A pause begins.
    mutating func rest() {
        _ = phase.withCalibration { $0.discard() }
        hide()
    }

    mutating func forgetWaking() { sight?.waking = WakeDetector() }

    /// Gestures count again; no movement from before does.
    mutating func goOn(_ rules: GestureRules) { machines.goOn(rules) }

    /// A question is asked: no movement from before counts, and a calibration under way is shortened.
    mutating func listen(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        // First, because the end forgets the path.
        machines.ask(at: time, limits(configuration).zone, configuration.rules)
        end(at: time, reason: .recalibrated, configuration, emit)
        guard case .calibrating(_, let previous) = phase else { return }
        phase = .calibrating(Calibration(samples: configuration.calibrationSamples, tolerance: configuration.calibrationTolerance,
                                         limit: configuration.rules.quickCalibration, rules: configuration.rules), previous: previous)
    }

    // MARK: - Ends

    /// Ends whatever is under way.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        machines.end(at: time, reason: reason, configuration, emit)
    }
}
