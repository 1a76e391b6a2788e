/// Recognises continuous and discrete head gestures in a stream of head samples.
///
/// It is a value type: copy it, store it anywhere, feed it from one place. Each sample carries its time, so that a recorded clip and a live
/// camera give the same events. Events are handed to a closure in the order in which they happened; nothing is allocated.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// recognizer.process(HeadSample(time: t, head: HeadPointer(leftEye: l, rightEye: r, mouth: m))) { if !$0.kind.isMove { print($0) } }
/// ```
public struct GestureRecognizer: Sendable {
    /// Settings. A change takes effect with the next sample; for calibration, with the next calibration phase.
    public var configuration: GestureConfiguration {
        didSet { head.machines.use(configuration.taught) }
    }
    /// Whether somebody has paused it. The pause holds on below a bar.
    public private(set) var isPauseAsked = false
    /// Whether it is paused until the bar is lifted, whatever else is asked for; see ``bar(_:at:_:)``.
    public private(set) var isBarred = false
    /// Whether the person in the picture may act. Otherwise the rest is measured, and nothing fires.
    public private(set) var isAdmitted = true

    /// Its only element lies behind a reference, which copies share until one of them changes: who asks from another module copies the recogniser, a
    /// dozen times a frame, and the follower is the most of it.
    private var followers: [HeadFollower]
    private(set) var times = SampleTimes()
    private var question = Question()

    public init(configuration: GestureConfiguration = GestureConfiguration()) {
        self.configuration = configuration
        followers = [HeadFollower(configuration)]
    }

    private(set) var head: HeadFollower {
        _read { yield followers[0] }
        _modify { yield &followers[0] }
    }

    /// Whether recognition is paused. While paused nothing fires.
    public var isPaused: Bool { isPauseAsked || isBarred }

    /// End of the question's time limit, in seconds; `nil` if no question is asked.
    public var armedUntil: Double? { question.until }

    /// The resting place, or `nil` while calibrating.
    public var calibrationCenter: CalibrationCenter? { head.phase.tracking?.center }

    /// Whether the calibration phase is under way.
    public var isCalibrating: Bool { head.isCalibrating }

    /// Whether a face is being seen.
    public var isFacePresent: Bool { head.sight != nil }

    /// Whether the last head pointer lay in the idle zone; `false` while calibrating or without a face.
    public var isInIdleZone: Bool { head.sight?.isInIdleZone ?? false }

    /// Smoothed offset of the head from its rest, in IOD, in the last sample in which it was seen. `nil` without a face, while calibrating,
    /// while paused, and of a person who may not act.
    public var offset: HeadOffset? { isPaused || isCalibrating || !isAdmitted ? nil : head.sight?.offset }

    /// The thresholds in effect, in IOD: the configured ones, or larger ones if the noise floor requires it.
    public var thresholds: GestureConfiguration.Thresholds { head.limits(configuration).full }

    /// The idle zone's radius in effect, in IOD: the configured one, or a larger one if the head trembled while calibrating.
    public var idleZoneRadius: Double { head.limits(configuration).zone.radius }

    /// Whether this gesture is held.
    public func isHeld(_ gesture: HeadGesture) -> Bool { head.machines.held.isHeld(gesture) }

    /// The direction of the hold under way, if any.
    public var heldDirection: HeadDirection? { head.machines.held.direction }

    /// The shoulder of the held tilt under way, if any.
    public var heldTilt: Shoulder? { head.machines.held.shoulder }

    /// The zone that is looked at, if its gesture is under way.
    public var heldZone: GestureName? { head.machines.held.zone }

    /// The held expression under way, if any; the first in the order of ``FacialExpression`` if there are several.
    public var heldExpression: FacialExpression? { FacialExpression.allCases.first { head.machines.held.holds(.expression($0)) } }

    /// Longest useful interval between measurements of mouth, lids and brows, in seconds: 0 for every frame, `nil` if nothing needs them.
    public var expressionInterval: Double? {
        guard configuration.expressions.isOn || head.machines.taught.needsFace, !isPaused else { return nil }
        return head.machines.movesFace(configuration) || isCalibrating ? 0 : configuration.rules.expressionSpacing
    }

    /// Longest useful interval between measurements of the whole face while a movement may become a gesture, in seconds; `nil` at other times.
    /// The lips are judged when it ends. Where they surely move too fast, or cannot be seen, another look would change nothing.
    public var movementInterval: Double? {
        guard !isPaused, isAdmitted, let lastSample = times.last, case .tracking = head.phase else { return nil }
        let rules = configuration.rules
        return head.machines.needsLips(at: lastSample, quiet: configuration.quietMouth, rules) ? rules.lipSpacing : nil
    }

    /// The measurements of the eyes that the recogniser needs before the next sample; `nil` if none. They are expensive, and only a
    /// movement that may become a gesture needs them.
    public var eyeRequest: EyeRequest? {
        guard !isPaused, isAdmitted, let lastSample = times.last, case .tracking = head.phase, configuration.asksForEyes else { return nil }
        return head.machines.eyeRequest(at: lastSample, configuration.rules)
    }

    /// Where the user looks, from ``GazeRules/middle``, as the offset of a head that turned there, in IOD: 10 degrees are 0.21. Zero for the
    /// moment of a blink; `nil` if the gaze is unknown or nothing may move.
    public var gazeOffset: HeadOffset? {
        guard offset != nil, armedUntil == nil, let middle = configuration.gaze.middle, let time = times.last else { return nil }
        return head.machines.gaze.track.offset(from: middle, at: time)
    }

    /// Takes a measurement of an eye at an earlier moment. A measurement in the sample's own frame belongs in the sample.
    public mutating func see(_ look: EyeLook) { head.machines.see(look) }

    // MARK: - Samples and time

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
            var listener = Question.Listener(until: until)
            take(sample, isSteering) { listener.hear($0, emit) }
            question.end(listener, at: sample.time, emit)
        } else {
            take(sample, isSteering, emit)
        }
        endStrayHolds(at: times.last ?? sample.time, emit)
    }

    /// Advances the time without a sample, so that pending decisions are made when no frame comes.
    public mutating func advance(to time: Double, _ emit: (GestureEvent) -> Void) {
        guard time.isFinite else { return }
        guard let until = armedUntil else { return wait(until: time, emit) }
        var listener = Question.Listener(until: until)
        wait(until: time) { listener.hear($0, emit) }
        question.end(listener, at: time, emit)
    }

    private func situation(_ isSteering: Bool = false) -> HeadFollower.Situation {
        HeadFollower.Situation(isPaused: isPaused, isBarred: isBarred, isAdmitted: isAdmitted, isAsked: armedUntil != nil, isSteering: isSteering)
    }

    private mutating func take(_ sample: HeadSample, _ isSteering: Bool, _ emit: (GestureEvent) -> Void) {
        let time = sample.time
        switch times.judge(time, configuration) {
        case .usable: break
        case .useless: return
        case .doubtful: return head.endStaleMovement(since: times.last, at: time, configuration, emit)  // whichever time is right
        case .setBack: beginAnew(emit)
        }
        head.endStaleMovement(since: times.last, at: time, configuration, emit)
        let seconds = time - (times.last ?? time), wasCertain = times.isCertain
        let configuration = configuration  // one copy for all that change the head
        if seconds > configuration.recalibrateAfterLoss { head.recalibrate(at: time, configuration, emit) }
        times.add(time)
        guard let pointer = sample.head, pointer.isUsable, !sample.hasPlace || head.isContinuous(pointer, after: seconds, configuration.rules),
              head.isMeasurable(sample, configuration, emit)
        else {
            head.machines.doubt()
            return head.loseFaceIfMissing(since: times.seen, at: time, configuration, emit)
        }
        if !wasCertain { head.loseFaceIfMissing(since: times.seen, at: time, configuration, emit) }
        if !isFacePresent { head.findFace(sample, pointer, lastSeen: times.seen, configuration, emit) }
        times.see()
        switch head.follow(sample, pointer, after: seconds, wasCertain: wasCertain, situation(isSteering), configuration, emit) {
        case .pause: pause(at: time, emit)
        case .resume: resume(at: time, emit)
        case nil: break
        }
        head.pass(sample, pointer, isOpen: !isPaused && isAdmitted && armedUntil == nil, configuration, emit)
    }

    private mutating func wait(until time: Double, _ emit: (GestureEvent) -> Void) {
        guard let last = times.last else { return }
        if times.isSetBack(time, configuration) { return beginAnew(emit) }
        guard time > last else { return }
        // Waiting swings are not decided while the face is uncertain, because it may be about to be lost. Nor are they decided while the
        // next sample may still show a swing that began in time, except at the end of a question.
        let isDue = time - last > configuration.rules.sampleTimeout || time >= armedUntil ?? .infinity
        if times.isCertain, isDue { head.advance(to: time, situation(), configuration, emit) }
        head.endStaleMovement(since: times.last, at: time, configuration, emit)
        if let seen = times.seen, seen < last { head.loseFaceIfMissing(since: times.seen, at: time, configuration, emit) }
    }

    /// The clock was set back. Whatever is under way ends, and all moments are forgotten, because they are those of another clock. The rest stays
    /// known, as after a loss.
    private mutating func beginAnew(_ emit: (GestureEvent) -> Void) {
        guard let last = times.last else { return }
        head.loseSight(at: last, .framesStopped, configuration, emit)
        question.withdraw(at: last, emit)
        head = HeadFollower(configuration, previous: head.phase.rest(leftAt: last, configuration.rules))
        times = SampleTimes()
    }

    /// Ends what is held although nothing may be. Whoever makes that so ends it and says why; this is for the case that somebody does not.
    private mutating func endStrayHolds(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard !head.machines.held.isEmpty, isPaused || isCalibrating || !isAdmitted || !isFacePresent else { return }
        let reason: GestureEvent.StopReason = isPaused ? .paused : !isAdmitted ? .notKnown : isFacePresent ? .recalibrated : .faceLost
        head.end(at: time, reason: reason, configuration, emit)
    }

    /// Starts the calibration phase again. A hold under way ends first.
    public mutating func recalibrate(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = times.moment(time)
        head.end(at: time, reason: .recalibrated, configuration, emit)
        head.beginCalibration(after: nil, at: time, configuration, emit)
    }

    /// Uses `center` as the resting place, without a calibration phase. A hold under way ends first. A centre that cannot be used for
    /// measurements (a coordinate that is not finite, an eye distance or an axis of length zero) is ignored.
    public mutating func setCalibrationCenter(_ center: CalibrationCenter, at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let center = center.normalized else { return }
        let time = times.moment(time)
        head.end(at: time, reason: .recalibrated, configuration, emit)
        head.start(Tracking(center, since: time), isResting: false, restedSince: -.infinity, emit)
    }

    /// Stops all gestures until ``resume(at:_:)``. A hold under way ends first.
    public mutating func pause(at time: Double, _ emit: (GestureEvent) -> Void) { changePause(at: time, emit) { $0.isPauseAsked = true } }

    /// Resumes recognition, unless it is barred. Gestures count again once the head has been in the idle zone.
    public mutating func resume(at time: Double, _ emit: (GestureEvent) -> Void) { changePause(at: time, emit) { $0.isPauseAsked = false } }

    /// Pauses recognition so that neither ``resume(at:_:)`` nor a gesture ends it, or lifts that. A pause from before, or one that was asked for
    /// meanwhile, holds on.
    public mutating func bar(_ isBarred: Bool, at time: Double, _ emit: (GestureEvent) -> Void) {
        changePause(at: time, emit) { $0.isBarred = isBarred }
        head.forgetWaking()
    }

    private mutating func changePause(at time: Double, _ emit: (GestureEvent) -> Void, _ change: (inout GestureRecognizer) -> Void) {
        let time = times.moment(time), wasPaused = isPaused
        change(&self)
        guard isPaused != wasPaused else { return }
        guard isPaused else {
            head.goOn(configuration.rules)
            return emit(GestureEvent(time: time, kind: .resumed))
        }
        head.end(at: time, reason: .paused, configuration, emit)
        head.rest()
        question.withdraw(at: time, emit)
        emit(GestureEvent(time: time, kind: .paused))
    }

    /// The person in the picture may not act until ``admit()``, or is not known to. A hold under way ends first, and a question stays open.
    public mutating func dismiss(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = times.moment(time)
        guard isAdmitted else { return }
        head.end(at: time, reason: .notKnown, configuration, emit)
        isAdmitted = false
        head.hide()
    }

    /// The person in the picture may act. Gestures count once the head has been in the idle zone, and no movement from before counts.
    public mutating func admit() {
        guard !isAdmitted else { return }
        isAdmitted = true
        head.goOn(configuration.rules)
        head.machines.endTaught()
    }

    /// Asks a question. The first nod or shake within `timeout` seconds is the answer. A movement that began before the question does not
    /// count, not even if it goes on after a pause, nor does a nod that might be a shake. A calibration under way, as of a user who has
    /// just arrived, is shortened to half a second.
    public mutating func ask(at time: Double, timeout: Double, _ emit: (GestureEvent) -> Void) {
        guard timeout > 0, timeout.isFinite, time.isFinite, !isPaused else { return }
        question.withdraw(at: time, emit)
        head.listen(at: time, configuration, emit)
        question.ask(at: time, until: time + timeout, emit)
    }

    /// Withdraws the question.
    public mutating func withdraw(at time: Double, _ emit: (GestureEvent) -> Void) { question.withdraw(at: time, emit) }

    /// The last movement that was recognised as this gesture was meant: moves its template a little towards it, never further than the
    /// repetitions were apart, and never to less than a part of its size.
    /// - Returns: the changed gesture, to be stored; `nil` if it is not in the configuration, or nothing was recognised since the last call.
    public mutating func confirm(_ name: GestureName) -> TaughtGesture? {
        guard let gesture = head.machines.adapted(name), let place = configuration.taught.firstIndex(where: { $0.name == name }) else { return nil }
        configuration.taught[place] = gesture
        return gesture
    }

    /// Ends recognition: a hold under way gets its `ended`.
    public mutating func stop(at time: Double, _ emit: (GestureEvent) -> Void) {
        let time = times.moment(time)
        head.end(at: time, reason: .stopped, configuration, emit)
        question.withdraw(at: time, emit)
    }

    /// No samples will come for a while (the camera has failed): ends any movement under way.
    public mutating func interrupt(at time: Double, _ emit: (GestureEvent) -> Void) {
        head.loseSight(at: times.moment(time), .framesStopped, configuration, emit)
    }
}
