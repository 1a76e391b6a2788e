// The recogniser: head samples in, gestures out. No clock, no thread, no file.

/// Recognises continuous and discrete head gestures in a stream of head samples.
///
/// A value: copy it, keep it anywhere, feed it from one place. Time comes in with each sample, so that a recorded clip
/// and a live camera give the same events. Events are handed to a closure in the order in which they happened; nothing
/// is allocated.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// recognizer.process(HeadSample(time: t, head: HeadPointer(leftEye: l, rightEye: r, mouth: m))) { print($0) }
/// ```
public struct GestureRecognizer: Sendable {
    /// Settings; a change holds from the next sample on (those of a calibration under way from the next one on).
    public var configuration: GestureConfiguration
    /// The resting place, or `nil` while calibrating.
    public internal(set) var calibrationCenter: CalibrationCenter?
    /// Whether a face is being seen.
    public internal(set) var isFacePresent = false
    /// While paused nothing fires.
    public internal(set) var isPaused = false
    /// Whether the last head pointer lay in the idle zone; `false` while calibrating or without a face.
    public internal(set) var isInIdleZone = false
    /// Somebody steers by the offset: the centre stays where it is, for a head that keeps still out there is no posture.
    public var isSteering = false

    var calibration: Calibration
    var noiseFloor = NoiseFloor()
    /// Until when a question is asked.
    public internal(set) var armedUntil: Double?
    var waking = WakeDetector()
    /// The rest before the one that is known or is being measured now.
    var formerRest: FormerRest?
    /// The same for the rest that is known, where the head has come back to it.
    var revisited: FormerRest?
    /// Since when the head rests where it rests now.
    var restsSince = -Double.infinity
    var filter = PoseFilter()
    var movement = GestureStateMachine(isResting: false)
    var lastSample: Double?
    var lastSeen: Double?
    var lastPosition: Point?
    var lastOffset: HeadOffset?

    public init(configuration: GestureConfiguration = GestureConfiguration()) {
        self.configuration = configuration
        calibration = Self.calibration(configuration)
    }

    /// Whether the calibration phase is under way.
    public var isCalibrating: Bool { calibrationCenter == nil }

    /// How far the head is from its rest, smoothed, in IOD; of the last sample in which it was seen. `nil` without a face,
    /// while calibrating and while paused.
    public var offset: HeadOffset? { isFacePresent && !isPaused && calibrationCenter != nil ? lastOffset : nil }

    /// What the head must reach at this moment, in IOD: the configured thresholds, or more where the head is restless.
    public var thresholds: GestureConfiguration.Thresholds { effectiveThresholds.full }

    /// The radius of the idle zone at this moment, in IOD: the configured one, or more where the head trembled while calibrating.
    public var idleZoneRadius: Double { idleZone.radius }

    /// The direction of the hold under way, if any.
    public var heldDirection: Direction? { movement.held }

    /// Takes the next sample and emits what it completes. A sample whose time does not rise, or is no number, is ignored.
    public mutating func process(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        guard let until = armedUntil else { return take(sample, emit) }
        var isAnswered = false
        take(sample) { Self.hear($0, until, &isAnswered, emit) }
        endQuestion(isAnswered, at: sample.time, emit)
    }

    /// Lets time pass without a sample, so that what is pending ends when no frame comes.
    public mutating func advance(to time: Double, _ emit: (GestureEvent) -> Void) {
        guard let until = armedUntil else { return wait(until: time, emit) }
        var isAnswered = false
        wait(until: time) { Self.hear($0, until, &isAnswered, emit) }
        endQuestion(isAnswered, at: time, emit)
    }

    mutating func take(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        let time = sample.time
        guard time.isFinite, lastSample.map({ time > $0 }) ?? true else { return }
        endStaleMovement(at: time, emit)
        let previous = lastSample
        if let previous, time - previous > configuration.recalibrateAfterLoss { beginCalibration(after: rest(leftAt: time)) }
        lastSample = time
        guard let head = sample.head, head.isUsable, isContinuous(head, after: time - (previous ?? time)), isMeasurable(sample) else {
            loseFaceIfMissing(at: time, emit)
            return
        }
        let wasCertain = lastSeen == previous
        if !wasCertain { loseFaceIfMissing(at: time, emit) }
        if !isFacePresent { findFace(head, at: time, emit) }
        lastSeen = time
        defer { lastPosition = head.position }
        if let mouth = sample.mouth { movement.refractory.speech.add(mouth, yaw: sample.angles?.yaw, configuration.rules) }
        movement.oscillation.add(sample, after: time - (previous ?? time), zone: idleZone, configuration)
        // Without a centre nobody could wake it: the rest is measured while paused too.
        if isPaused, calibrationCenter != nil { return wake(by: sample, emit) }
        if let center = calibrationCenter {
            track(sample, head, from: center, after: time - (previous ?? time), wasCertain: wasCertain, emit)
        } else if let center = calibration.add(sample, kind: configuration.pointer) {
            noiseFloor = NoiseFloor(tremor: calibration.spread(around: center), configuration.rules)
            if calibration.isForced {
                emit(GestureEvent(time: time, kind: .calibrationTimedOut(jump: calibration.restlessness)))
            }
            start(at: center, isResting: center.pose(of: sample).map { idleZone.contains($0.offset) } ?? false,
                  since: calibration.restedSince ?? time, time: time, emit)
        }
    }

    mutating func wait(until time: Double, _ emit: (GestureEvent) -> Void) {
        guard time.isFinite, let lastSample, time > lastSample else { return }
        // What waits is not decided while the face is uncertain: it may be about to be lost. Nor while the next sample may be on its
        // way, which may show a swing that began in time; but a question does not wait for that.
        let isDue = time - lastSample > configuration.rules.samplePatience || time >= armedUntil ?? .infinity
        if lastSeen == lastSample, isDue { movement.advance(to: time, current, emit) }
        endStaleMovement(at: time, emit)
        if let lastSeen, lastSeen < lastSample { loseFaceIfMissing(at: time, emit) }
    }

    /// Starts the calibration phase again. A hold under way ends first.
    public mutating func recalibrate(at time: Double, _ emit: (GestureEvent) -> Void) {
        movement.end(at: time, reason: .recalibrated, configuration, emit)
        beginCalibration()
    }

    /// Takes `center` as the resting place, without a calibration phase. A hold under way ends first. A centre that
    /// nothing can be measured from (a number that is none, an eye distance or an axis of no length) is ignored.
    public mutating func setCalibrationCenter(_ center: CalibrationCenter, at time: Double,
                                              _ emit: (GestureEvent) -> Void) {
        guard let center = center.normalized else { return }
        movement.end(at: time, reason: .recalibrated, configuration, emit)
        formerRest = nil
        revisited = nil
        start(at: center, isResting: false, since: -.infinity, time: time, emit)
    }

    /// Stops all gestures until ``resume(at:_:)``. A hold under way ends first.
    public mutating func pause(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard !isPaused else { return }
        movement.end(at: time, reason: .paused, configuration, emit)
        calibration.discard()
        isPaused = true
        isInIdleZone = false
        lastOffset = nil
        waking = WakeDetector()
        withdraw(at: time, emit)
        emit(GestureEvent(time: time, kind: .paused))
    }

    /// Lets gestures count again once the head has been in the idle zone.
    public mutating func resume(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard isPaused else { return }
        isPaused = false
        movement.oscillation.end(configuration.rules)
        emit(GestureEvent(time: time, kind: .resumed))
    }

    /// Ends recognition: a hold under way gets its `lookStopped`.
    public mutating func stop(at time: Double, _ emit: (GestureEvent) -> Void) {
        movement.end(at: time, reason: .stopped, configuration, emit)
        withdraw(at: time, emit)
    }

    /// No samples will come for a while (the camera has failed): what is under way ends now.
    public mutating func interrupt(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard time.isFinite else { return }
        loseSight(at: time, emit)
    }

    // MARK: - Steps

    mutating func track(_ sample: HeadSample, _ head: HeadPointer, from center: CalibrationCenter,
                                after seconds: Double, wasCertain: Bool, _ emit: (GestureEvent) -> Void) {
        guard let measured = center.pose(of: sample) else { return }
        let pose = filter.smooth(measured, after: seconds, cutoff: configuration.smoothing, configuration.rules)
        let thresholds = effectiveThresholds
        isInIdleZone = thresholds.zone.contains(pose.offset)
        lastOffset = pose.offset
        movement.advance(to: pose, at: sample.time, wasCertain: wasCertain, thresholds, emit)
        emit(GestureEvent(time: sample.time, kind: .moved(from: lastPosition ?? head.position, to: head.position,
                                                          center: center.position)))
        let whereabouts = formerRest?.locate(sample, isAway: !isInIdleZone, from: center, thresholds.zone, configuration.rules) ?? .elsewhere
        if whereabouts == .arrived, movement.held == nil || formerRest?.isFirm == true { return comeBack(at: sample.time, emit) }
        switch movement.add(pose, at: sample.time, whereabouts, thresholds, emit) {
        case .nothing: pauseIfHeld(at: sample.time, emit)
        case .followDrift:
            noiseFloor.add(pose.offset, after: seconds, configuration.rules)
            if configuration.driftTime > 0, !isSteering || isInIdleZone {
                let part = min(1, seconds / configuration.driftTime)
                calibrationCenter?.follow(sample, part: part)
                filter.shift(by: pose.offset * part)
            }
        case .moveCenter:
            // Near its former rest it is back there, though not quite in the same place.
            let isBack = if case .near = whereabouts { true } else { false }
            if isBack { leaveRest(at: sample.time) } else { rememberRest(at: sample.time, memory: configuration.rules.restMemory) }
            calibrationCenter?.follow(sample, part: 1)
            rest(at: sample.time)
        case .moveCenterAfterLoss:
            rememberRest(at: sample.time, memory: .infinity)
            calibrationCenter?.follow(sample, part: 1)
            rest(at: sample.time)
        case .recalibrate: beginCalibration(after: rest(leftAt: sample.time))
        }
    }

    mutating func pauseIfHeld(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let pause = configuration.pauseGesture, movement.held == pause, let since = movement.heldSince,
              time - since >= configuration.pauseTime
        else { return }
        self.pause(at: time, emit)
    }

    /// While paused only the waking gesture is looked for.
    mutating func wake(by sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        guard let wake = configuration.wakeGesture, let pose = calibrationCenter?.pose(of: sample) else { return }
        let isThere = effectiveThresholds.direction(of: pose.offset, from: HeadOffset(left: 0, up: 0)) == wake
        if waking.add(isThere, at: sample.time, for: configuration.wakeTime) { resume(at: sample.time, emit) }
    }

    var idleZone: IdleZone { IdleZone(configuration, tremor: noiseFloor.tremor) }

    var effectiveThresholds: EffectiveThresholds {
        EffectiveThresholds(current, noise: noiseFloor.noise, tremor: noiseFloor.tremor)
    }

    mutating func start(at center: CalibrationCenter, isResting: Bool, since: Double, time: Double,
                                _ emit: (GestureEvent) -> Void) {
        calibrationCenter = center
        isInIdleZone = isResting
        lastOffset = nil
        movement = GestureStateMachine(isResting: isResting, atCenterSince: since, speech: movement.refractory.speech, oscillation: movement.oscillation)
        movement.oscillation.restart()  // nothing comes of what happened while calibrating
        restsSince = time
        filter = PoseFilter()
        emit(GestureEvent(time: time, kind: .trackingStarted(center: center)))
    }

    /// - Parameter former: the rest that stays known; after a wish for a new one there is none.
    mutating func beginCalibration(after former: FormerRest? = nil) {
        calibrationCenter = nil
        formerRest = former
        revisited = nil
        isInIdleZone = false
        calibration = Self.calibration(configuration)
    }

    static func calibration(_ configuration: GestureConfiguration) -> Calibration {
        Calibration(samples: configuration.calibrationSamples, tolerance: configuration.calibrationTolerance,
                    limit: configuration.calibrationTimeout, rules: configuration.rules)
    }
}
