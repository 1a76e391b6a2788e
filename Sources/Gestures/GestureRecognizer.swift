/// Recognises continuous and discrete head gestures in a stream of head samples.
///
/// It is a value type: copy it, store it anywhere, feed it from one place. Each sample carries its time, so that a recorded clip and a live
/// camera give the same events. Events are handed to a closure in the order in which they happened; nothing is allocated.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// recognizer.process(HeadSample(time: t, head: HeadPointer(leftEye: l, rightEye: r, mouth: m))) { print($0) }
/// ```
public struct GestureRecognizer: Sendable {
    /// Settings. A change takes effect with the next sample; for calibration, with the next calibration phase.
    public var configuration: GestureConfiguration {
        didSet { taught.follow(configuration.taught) }
    }
    /// Whether somebody has paused it. The pause holds on below a bar.
    public internal(set) var isPauseAsked = false
    /// Whether it is paused until the bar is lifted, whatever else is asked for; see ``bar(_:at:_:)``.
    public internal(set) var isBarred = false
    /// Whether the person in the picture may act. Otherwise the rest is measured, and nothing fires.
    public internal(set) var isAdmitted = true
    /// End of the question's time limit, in seconds; `nil` if no question is asked.
    public internal(set) var armedUntil: Double?

    var phase: Phase
    /// `nil` without a face.
    var sight: Sight?
    var noiseFloor = NoiseFloor()
    var held = HeldGestures()
    var machine = GestureStateMachine(isResting: false)
    var gaze = GazeDwell()
    var tilt = TiltMachine()
    var expressions = PerExpression(each: ExpressionMachine.init)
    var taught = TaughtRecognition()
    var lastSample: Double?
    var lastSeen: Double?
    /// See ``believes(_:_:)``.
    var doubted: Double?

    public init(configuration: GestureConfiguration = GestureConfiguration()) {
        self.configuration = configuration
        phase = .calibrating(Calibration(configuration), former: nil)
        taught.follow(configuration.taught)
    }

    /// Whether recognition is paused. While paused nothing fires.
    public var isPaused: Bool { isPauseAsked || isBarred }

    /// The resting place, or `nil` while calibrating.
    public var calibrationCenter: CalibrationCenter? { phase.tracking?.center }

    /// Whether the calibration phase is under way.
    public var isCalibrating: Bool { if case .calibrating = phase { true } else { false } }

    /// Whether a face is being seen.
    public var isFacePresent: Bool { sight != nil }

    /// Whether the last head pointer lay in the idle zone; `false` while calibrating or without a face.
    public var isInIdleZone: Bool { sight?.isInIdleZone ?? false }

    /// Smoothed offset of the head from its rest, in IOD, in the last sample in which it was seen. `nil` without a face, while calibrating,
    /// while paused, and of a person who may not act.
    public var offset: HeadOffset? { isPaused || isCalibrating || !isAdmitted ? nil : sight?.offset }

    /// The thresholds in effect, in IOD: the configured ones, or larger ones if the noise floor requires it.
    public var thresholds: GestureConfiguration.Thresholds { effectiveThresholds(configuration).full }

    /// The idle zone's radius in effect, in IOD: the configured one, or a larger one if the head trembled while calibrating.
    public var idleZoneRadius: Double { idleZone.radius }

    /// Whether this gesture is held.
    public func isHeld(_ gesture: HeadGesture) -> Bool { held.isHeld(gesture) }

    /// The shoulder of the held tilt under way, if any.
    public var heldTilt: Shoulder? { held.shoulder }

    /// The held expression under way, if any; the first in the order of ``FacialExpression`` if there are several.
    public var heldExpression: FacialExpression? { FacialExpression.allCases.first { held.holds(.expression($0)) } }

    /// Longest useful interval between measurements of mouth, lids and brows, in seconds: 0 for every frame, `nil` if nothing needs them.
    public var expressionInterval: Double? {
        guard configuration.expressions.isOn || taught.needsFace, !isPaused else { return nil }
        let isMoving = FacialExpression.allCases.contains { configuration.expressions.isUsed($0) && (expressions[$0].isMoving || held.holds(.expression($0))) }
        return isMoving || isCalibrating ? 0 : configuration.rules.expressionSpacing
    }

    /// The direction of the hold under way, if any.
    public var heldDirection: HeadDirection? { held.direction }

    /// The measurements of the eyes that the recogniser needs before the next sample; `nil` if none. They are expensive, and only a
    /// movement that may become a gesture needs them.
    public var eyeRequest: EyeRequest? {
        guard !isPaused, isAdmitted, let lastSample, case .tracking = phase, case .moving(let movement) = machine.state, let out = movement.out,
              configuration.asksForEyes
        else { return nil }
        return machine.eyes.request(out.direction, at: lastSample, configuration.rules)
    }

    /// Takes a measurement of an eye at an earlier moment. A measurement in the sample's own frame belongs in the sample.
    public mutating func see(_ look: EyeLook) { machine.eyes.add(look) }

    /// Takes the next sample and emits the events that it completes.
    ///
    /// A sample whose time is not finite or does not increase is ignored. A time more than an hour ahead, or far behind, counts only if the
    /// next one agrees with it, so that one wrong time stamp costs little. A clock that was set back ends whatever is under way, and the rest is
    /// measured again.
    /// - Parameters:
    ///   - sample: the head, later than the sample before it.
    ///   - isSteering: the user steers something by the offset. The centre is then fixed, because a head that keeps still away from it has
    ///     not settled.
    ///   - emit: called for each event.
    public mutating func process(_ sample: HeadSample, isSteering: Bool = false, _ emit: (GestureEvent) -> Void) {
        if let until = armedUntil {
            var isAnswered = false
            take(sample, isSteering) { Self.hear($0, until, &isAnswered, emit) }
            endQuestion(isAnswered, at: sample.time, emit)
        } else {
            take(sample, isSteering, emit)
        }
        endStrayHolds(at: lastSample ?? sample.time, emit)
    }

    /// Advances the time without a sample, so that pending decisions are made when no frame comes.
    public mutating func advance(to time: Double, _ emit: (GestureEvent) -> Void) {
        guard time.isFinite else { return }
        guard let until = armedUntil else { return wait(until: time, emit) }
        var isAnswered = false
        wait(until: time) { Self.hear($0, until, &isAnswered, emit) }
        endQuestion(isAnswered, at: time, emit)
    }

    /// Starts the calibration phase again. A hold under way ends first.
    public mutating func recalibrate(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = moment(time)
        endGesture(at: time, reason: .recalibrated, emit)
        beginCalibration(after: nil, at: time, emit)
    }

    /// Uses `center` as the resting place, without a calibration phase. A hold under way ends first. A centre that cannot be used for
    /// measurements (a coordinate that is not finite, an eye distance or an axis of length zero) is ignored.
    public mutating func setCalibrationCenter(_ center: CalibrationCenter, at time: Double,
                                              _ emit: (GestureEvent) -> Void) {
        guard let center = center.normalized else { return }
        let time = moment(time)
        endGesture(at: time, reason: .recalibrated, emit)
        start(Tracking(center, since: time), isResting: false, restedSince: -.infinity, emit)
    }

    /// Stops all gestures until ``resume(at:_:)``. A hold under way ends first.
    public mutating func pause(at time: Double, _ emit: (GestureEvent) -> Void) { changePause(at: time, emit) { $0.isPauseAsked = true } }

    /// Resumes recognition, unless it is barred. Gestures count again once the head has been in the idle zone.
    public mutating func resume(at time: Double, _ emit: (GestureEvent) -> Void) { changePause(at: time, emit) { $0.isPauseAsked = false } }

    /// Pauses recognition so that neither ``resume(at:_:)`` nor a gesture ends it, or lifts that. A pause from before, or one that was asked for
    /// meanwhile, holds on.
    public mutating func bar(_ isBarred: Bool, at time: Double, _ emit: (GestureEvent) -> Void) {
        changePause(at: time, emit) { $0.isBarred = isBarred }
        sight?.waking = WakeDetector()
    }

    private mutating func changePause(at time: Double, _ emit: (GestureEvent) -> Void, _ change: (inout GestureRecognizer) -> Void) {
        let time = moment(time), wasPaused = isPaused
        change(&self)
        guard isPaused != wasPaused else { return }
        guard isPaused else {
            machine.oscillation.end(configuration.rules)
            return emit(GestureEvent(time: time, kind: .resumed))
        }
        endGesture(at: time, reason: .paused, emit)
        _ = phase.withCalibration { $0.discard() }
        sight?.clear()
        sight?.waking = WakeDetector()
        withdraw(at: time, emit)
        emit(GestureEvent(time: time, kind: .paused))
    }

    /// The person in the picture may not act until ``admit()``, or is not known to. A hold under way ends first, and a question stays open.
    public mutating func dismiss(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = moment(time)
        guard isAdmitted else { return }
        endGesture(at: time, reason: .notKnown, emit)
        isAdmitted = false
        sight?.clear()
        sight?.waking = WakeDetector()
    }

    /// The person in the picture may act. Gestures count once the head has been in the idle zone, and no movement from before counts.
    public mutating func admit() {
        guard !isAdmitted else { return }
        isAdmitted = true
        machine.oscillation.end(configuration.rules)
        taught.end()
    }

    /// Ends recognition: a hold under way gets its `lookStopped`.
    public mutating func stop(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = moment(time)
        endGesture(at: time, reason: .stopped, emit)
        withdraw(at: time, emit)
    }

    /// No samples will come for a while (the camera has failed): ends any movement under way.
    public mutating func interrupt(at time: Double, _ emit: (GestureEvent) -> Void) {
        loseSight(at: moment(time), .framesStopped, emit)
    }
}
