/// The machines that find gestures about a known rest, and what is held by them.
struct GestureMachines: Sendable {
    private(set) var held = HeldGestures()
    private(set) var gaze = GazeDwell()
    private(set) var tilt = TiltMachine()
    private(set) var expressions = ExpressionMachines()
    private(set) var taught = TaughtRecognition()
    private var turns = GestureStateMachine(isResting: false)
    /// Has the last word on what all of them find.
    private var judge = GestureJudge()

    /// Whether the face may be away from its rest, so that every frame matters.
    func movesFace(_ configuration: GestureConfiguration) -> Bool {
        FacialExpression.allCases.contains { configuration.expressions.isUsed($0) && (expressions.isMoving($0) || held.holds(.expression($0))) }
    }

    /// The measurements of the eyes that a movement beyond its threshold needs.
    func eyeRequest(at time: Double, _ rules: GestureRules) -> EyeRequest? {
        guard case .moving(let movement) = turns.state, let out = movement.out else { return nil }
        return judge.eyeRequest(out.direction, at: time, rules)
    }

    /// Begins anew about another centre. What is known of this face stays.
    mutating func restart(isResting: Bool, atCenterSince: Double) {
        judge.restart()
        turns = GestureStateMachine(isResting: isResting, atCenterSince: atCenterSince)
        tilt = TiltMachine()
        expressions.end()
    }

    /// The rest is not known any more. What is held ends.
    mutating func forgetRest(at time: Double, _ emit: (GestureEvent) -> Void) {
        endHolds(at: time, reason: .recalibrated, emit)
        gaze.end()
        expressions.forget()
    }

    /// The head rests at its centre.
    mutating func settle(at time: Double, _ emit: (GestureEvent) -> Void) {
        endHold(.tilt, at: time, reason: .returned, emit)
        tilt.settle(at: time)
    }

    // MARK: - What is known of the face

    /// Takes note of a sample whose head is certain.
    mutating func see(_ sample: HeadSample, after seconds: Double, _ limits: DistanceLimits, _ configuration: GestureConfiguration) {
        judge.see(sample, after: seconds, limits, configuration)
    }

    /// Takes a measurement of an eye at an earlier moment.
    mutating func see(_ look: EyeLook) { judge.add(look) }

    /// Measures the eyes along the axis of the face at this centre.
    mutating func align(to center: CalibrationCenter) { judge.align(to: center) }

    /// Whether a movement is under way of which another look at the lips may change the decision.
    /// - Parameter quiet: the limit of their speed, in IOD a second; 0 for any.
    func needsLips(at time: Double, quiet: Double, _ rules: GestureRules) -> Bool {
        guard case .moving = turns.state else { return false }
        return judge.needsLips(at: time, quiet: quiet, rules)
    }

    /// The movements that the last sample completed, for the laboratory.
    var proposals: [Proposal] { judge.proposals }

    // MARK: - Turns

    /// Advances the time to a sample.
    mutating func advance(to pose: Pose, at time: Double, wasCertain: Bool, _ thresholds: EffectiveThresholds, _ emit: (GestureEvent) -> Void) {
        turns.advance(to: pose, at: time, wasCertain: wasCertain, thresholds, &judge, emit)
    }

    /// Advances the time of a head that is certain.
    mutating func advance(to time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        turns.advance(to: time, configuration, &judge, emit)
    }

    /// Gestures count again; no movement from before does.
    mutating func goOn(_ rules: GestureRules) { judge.endPath(rules) }

    /// A question is asked: no movement from before counts.
    mutating func ask(at time: Double, _ zone: IdleZone, _ rules: GestureRules) { judge.ask(at: time, zone, rules) }

    /// Follows a turned head.
    mutating func turn(_ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts, _ thresholds: EffectiveThresholds,
                       _ emit: (GestureEvent) -> Void) -> TurnOutcome {
        turns.add(pose, at: time, whereabouts, thresholds, &held, &judge, emit)
    }

    /// Handles the head's return to a previous rest.
    mutating func comeBack(at time: Double, tells: Bool, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        turns.comeBack(at: time, tells: tells, configuration, &held, &judge, emit)
    }

    /// Ends a turn under way.
    mutating func endTurn(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        turns.end(at: time, reason: reason, configuration, &held, &judge, emit)
    }

    // MARK: - Tilts, face, gaze

    /// Follows the head's tilt. Turns give way to it.
    mutating func tilt(_ pose: Pose, at time: Double, after seconds: Double, _ zone: IdleZone, _ configuration: GestureConfiguration, isSteering: Bool,
                       _ emit: (GestureEvent) -> Void) -> TiltMachine.Outcome {
        guard configuration.tilt.isOn else {
            if tilt.isAway { tilt.end() }  // it was switched off meanwhile
            return .nothing
        }
        let wasAway = tilt.isAway, wasHeld = held.shoulder, isTurned = !turns.isAtRest(pose, zone)
        var settings = configuration
        if isSteering { settings.settleTime = .infinity }  // a head that steers does not settle
        let outcome = tilt.add(pose, at: time, after: seconds, isTurned: isTurned, settings, &held, { judge.report($0, at: time, configuration, emit) },
                               emit)
        if let wasHeld, held.shoulder == nil { judge.ended(.holdTilt(wasHeld), at: time) }
        if outcome == .nothing, tilt.isAway, !wasAway { turns.giveWay(at: time, configuration, &held, &judge, emit) }
        return outcome
    }

    /// Takes the face of a sample.
    mutating func express(_ sample: HeadSample, _ offset: HeadOffset, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        let around = ExpressionMachine.Surroundings(time: sample.time, turn: offset.length, yaw: sample.angles?.yaw)
        expressions.add(sample, around, configuration, &held, &judge, emit)
    }

    /// Follows the face's rest while nothing may fire.
    mutating func learn(_ sample: HeadSample, _ configuration: GestureConfiguration) { expressions.learn(sample, configuration) }

    /// Takes the gaze of a sample.
    mutating func gaze(_ sample: HeadSample, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        let time = sample.time, wasHeld = held.zone
        gaze.add(sample.gaze, at: time, configuration, &held, { judge.objection(to: $0, at: time, configuration) }, emit)
        if let wasHeld, held.zone == nil { judge.ended(.gaze(wasHeld), at: time) }
    }

    /// The rest is measured again, or a question is asked: no look at a zone counts.
    mutating func endGaze(at time: Double, _ emit: (GestureEvent) -> Void) {
        endHold(.gaze, at: time, reason: .recalibrated, emit)
        gaze.end()
    }

    /// A sample has no head, or one that is not certain.
    mutating func doubt() { gaze.doubt() }

    // MARK: - Taught gestures

    /// Uses these templates from now on.
    mutating func use(_ gestures: [TaughtGesture]) { taught.follow(gestures) }

    /// Looks for taught movements.
    ///
    /// A movement is reported once. Of a fixed and a taught gesture that it may both be, the one that is certain first counts: a look when the head is
    /// back, a taught gesture a third of a second later. While something is held, no taught gesture counts.
    /// - Parameter isOpen: gestures count now.
    mutating func match(_ sample: HeadSample, _ head: HeadPointer, isOpen: Bool, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard !configuration.taught.isEmpty else { return }
        let time = sample.time, isOpen = isOpen && held.isEmpty
        taught.add(sample, head, isOpen: isOpen) { judge.report($0.verdict(configuration.taught), at: time, configuration, emit) }
    }

    /// No taught movement from before counts.
    mutating func endTaught() { taught.end() }

    /// The gesture, moved towards the last movement that was recognised as it.
    mutating func adapted(_ name: GestureName) -> TaughtGesture? { taught.adapted(name) }

    // MARK: - Ends

    /// The face was lost: what is known of it is, too.
    mutating func forgetFace() { judge.forgetEyes() }

    /// Ends whatever is under way.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        endTurn(at: time, reason: reason, configuration, emit)
        tilt.end()
        expressions.end()
        taught.end()
        gaze.end()
        endHolds(at: time, reason: reason, emit)
    }

    /// The head is out of sight: what has been seen of taught movements does not count.
    mutating func forgetTaught() { taught.forget() }

    /// Ends what is held although this sample did not keep it: its gesture was switched off.
    mutating func endForgotten(at time: Double, _ emit: (GestureEvent) -> Void) {
        for kind in HeldGestures.Kind.all where held.isForgotten(kind, at: time) { endHold(kind, at: time, reason: .stopped, emit) }
    }

    private mutating func endHolds(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        guard !held.isEmpty else { return }
        for kind in HeldGestures.Kind.all { endHold(kind, at: time, reason: reason, emit) }
    }

    /// Ends what is held of a kind, which starts the gesture's refractory period.
    private mutating func endHold(_ kind: HeldGestures.Kind, at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        if let ended = held.end(kind, reason, at: time, emit) { judge.ended(ended, at: time) }
    }
}
