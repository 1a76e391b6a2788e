/// Follows one expression through rest, movement and hold. Its rest is the person's own, and moves slowly with the face. ``HeldGestures`` knows
/// whether it is held.
struct ExpressionMachine: Sendable {
    private enum State: Sendable {
        case resting(since: Double)
        case moving(ExpressionMovement)
        /// The face is back at rest since `end`, and must stay there for a moment: speech moves it again.
        case waiting(ExpressionMovement, end: Double)
        /// Nothing counts until the face is at rest, or a hold is under way.
        case barred
    }

    /// What the machine must know about the head.
    struct Surroundings {
        var time: Double
        /// Turn from rest, in IOD.
        var turn: Double
        /// Angle from the camera, in degrees, if known.
        var yaw: Double?
    }

    let expression: FacialExpression
    private var state = State.barred
    private var rest = FaceRest()
    /// The last measurement: its time, and how far the face was from its rest.
    private var last: (seenAt: Double, value: Double)?
    /// Measures the lips while the face is at rest or nearly so: a mouth that opens as a gesture does not speak.
    private var speech = SpeechDetector()
    /// The lips' distance when the face was last at rest or nearly so.
    private var opening = Double.infinity
    /// The lips' speed a moment ago, and the one that follows it: the beginning of a movement does not count as speech either.
    private var calm = (before: 0.0, next: 0.0, since: -Double.infinity)

    init(_ expression: FacialExpression) { self.expression = expression }

    private var kind: HeldGestures.Kind { .expression(expression) }

    /// Whether the face may be away from its rest without a hold, so that every frame matters.
    var isMoving: Bool {
        switch state {
        case .resting, .barred: false
        case .moving, .waiting: true
        }
    }

    /// How far the face is beyond its rest; `nil` if that was not seen for a while, or the rest is not known.
    func size(at time: Double, _ rules: GestureRules) -> Double? {
        guard rest.isKnown(rules), let last, time - last.seenAt <= rules.faceTimeout else { return nil }
        return last.value
    }

    /// Takes a measurement while nothing may fire: only the rest follows.
    mutating func learn(_ sample: HeadSample, _ configuration: GestureConfiguration) {
        guard let (measured, seenAt) = measurement(of: sample, configuration.rules) else { return }
        follow(measured, at: seenAt, configuration.rules)
        last = (seenAt, value(measured))
    }

    /// Takes the next sample.
    /// - Parameters:
    ///   - report: reports a gesture or a rejection; returns whether a gesture was emitted, or a hold may begin.
    mutating func add(_ sample: HeadSample, _ around: Surroundings, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                      _ report: (Verdict) -> Bool, _ emit: (GestureEvent) -> Void) {
        let rules = configuration.rules, time = around.time
        defer { keepCalm(around, rules) }
        guard let (measured, seenAt) = measurement(of: sample, rules), (around.yaw ?? 0).magnitude <= rules.lipYaw, around.turn <= rules.lostTurn else {
            held.keep(kind, at: time)
            if let last, time - last.seenAt > rules.faceTimeout || around.turn > rules.lostTurn {
                held.end(kind, .returned, at: time, emit)
                state = .barred
            }
            wait(until: time, configuration, report)
            return
        }
        let threshold = configuration.expressions[expression], exit = rules.backOfExpression * threshold
        let isKnown = rest.isKnown(rules)
        let value = value(measured), before = last ?? (seenAt, value)
        let isHeld = held.holds(kind)
        if !isHeld, isResting(at: time, rules) { follow(measured, at: seenAt, rules) }
        if expression.isOfSpeech, value <= exit, let mouth = sample.mouth {
            speech.add(mouth, yaw: around.yaw, rules)
            opening = mouth.value
        }
        let parted = sample.mouth.map { max(0, $0.value - opening) } ?? 0
        last = (seenAt, value)
        if isHeld { return hold(isBack: value <= exit, seenAt: seenAt, at: time, configuration, &held, emit) }
        guard isKnown else { return }
        /// When a value was passed in this step; long steps are not interpolated.
        func passing(_ bound: Double) -> Double {
            guard seenAt - before.seenAt <= rules.longestStep + rules.expressionSpacing, value != before.value else { return seenAt }
            return before.seenAt + (seenAt - before.seenAt) * min(1, max(0, (bound - before.value) / (value - before.value)))
        }
        switch state {
        case .resting(let since):
            guard value > exit else { return }
            let left = passing(exit)
            move(ExpressionMovement(expression, left: left, at: seenAt, rested: left - since, speech: calm.before), value, parted, seenAt, passing(threshold),
                 around, configuration, &held, report, emit)
        case .moving(let movement):
            if value > exit { return move(movement, value, parted, seenAt, passing(threshold), around, configuration, &held, report, emit) }
            var over = movement
            over.add(value, at: seenAt, crossing: passing(threshold), turn: around.turn, parted: parted, threshold, rules)
            finish(over, at: passing(exit), configuration, report)
        case .waiting(let movement, let end):
            guard value > exit else { return wait(until: seenAt, configuration, report) }
            let again = passing(exit)
            _ = report(.rejection(movement.rejection(.notRested, again - end, rules.mouthRestAfter), journey(movement, until: end, configuration)))
            move(ExpressionMovement(expression, left: again, at: seenAt, rested: again - end, speech: calm.before), value, parted, seenAt, passing(threshold),
                 around, configuration, &held, report, emit)
        case .barred:
            if value <= exit { state = .resting(since: seenAt) }
        }
    }

    /// Handles a measurement during a hold.
    private mutating func hold(isBack: Bool, seenAt: Double, at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                               _ emit: (GestureEvent) -> Void) {
        if held.isReleased(kind, isBack: isBack, seenAt: seenAt, at: time, configuration) {
            held.end(kind, .returned, at: time, emit)
            state = .resting(since: time)
        } else if held.isTooLong(kind, at: time, configuration) {
            held.end(kind, .maxHold, at: time, emit)
            state = .barred
        }
    }

    /// Ends any movement under way; the face must be at rest before anything counts again.
    mutating func end() { state = .barred }

    /// The rest is measured again, because another person may be there.
    mutating func forget() {
        rest = FaceRest()
        last = nil
        state = .barred
    }

    private mutating func move(_ before: ExpressionMovement, _ value: Double, _ parted: Double, _ seenAt: Double, _ crossing: Double, _ around: Surroundings,
                               _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ report: (Verdict) -> Bool,
                               _ emit: (GestureEvent) -> Void) {
        var movement = before
        let time = around.time
        movement.add(value, at: seenAt, crossing: crossing, turn: around.turn, parted: parted, configuration.expressions[expression], configuration.rules)
        state = .moving(movement)
        let hold = HeadGesture.holdExpression(expression)
        if let since = movement.beyondSince, configuration.continuous, time - since >= configuration.acceptance(of: hold) - GestureRules.roundoff {
            let journey = journey(movement, until: time, configuration)
            state = .barred
            if let objection = movement.objectionToHold(at: time, configuration) {
                _ = report(.rejection(objection, journey))
            } else if report(.hold(hold, journey)) {
                held.begin(hold, size: value, began: journey.began, threshold: journey.threshold, at: time, emit)
            }
        } else if time - movement.began >= configuration.maxHold {
            state = .barred
        }
    }

    private mutating func finish(_ movement: ExpressionMovement, at end: Double, _ configuration: GestureConfiguration, _ report: (Verdict) -> Bool) {
        state = .resting(since: end)
        guard movement.isWorthAWord(until: end, configuration) else { return }
        if let objection = movement.objectionToReturn(configuration) {
            _ = report(.rejection(objection, journey(movement, until: end, configuration)))
        } else if configuration.discrete {
            guard expression.isOfSpeech else { return tell(movement, end, configuration, report) }
            state = .waiting(movement, end: end)
        }
    }

    private mutating func wait(until time: Double, _ configuration: GestureConfiguration, _ report: (Verdict) -> Bool) {
        guard case .waiting(let movement, let end) = state, time - end >= configuration.rules.mouthRestAfter - GestureRules.roundoff else { return }
        state = .resting(since: end)
        let quiet = configuration.quietMouth(for: .expression(expression)), lips = speech.speed(at: time, configuration.rules)
        if expression != .mouth, quiet > 0, lips > quiet {
            _ = report(.rejection(movement.rejection(.talking, lips, quiet), journey(movement, until: end, configuration)))
        } else {
            tell(movement, end, configuration, report)
        }
    }

    private func tell(_ movement: ExpressionMovement, _ end: Double, _ configuration: GestureConfiguration, _ report: (Verdict) -> Bool) {
        _ = report(.gesture(.recognised(.expression(expression), size: movement.peak, duration: end - movement.left), journey(movement, until: end, configuration)))
    }

    private func journey(_ movement: ExpressionMovement, until end: Double, _ configuration: GestureConfiguration) -> Journey {
        Journey(began: movement.left, ended: end, threshold: configuration.expressions[expression])
    }

    /// The measurement of a sample, if it is a new one.
    private func measurement(of sample: HeadSample, _ rules: GestureRules) -> (Double, Double)? {
        guard let (measured, seenAt) = sample.measure(of: expression) else { return nil }
        guard measured.isFinite, measured >= 0, seenAt.isFinite, seenAt > last?.seenAt ?? -.infinity, sample.time - seenAt <= rules.faceTimeout else { return nil }
        return (measured, seenAt)
    }

    /// How far a measurement is from the rest.
    private func value(_ measured: Double) -> Double { rest.value.map { expression.value(measured, rest: $0) } ?? 0 }

    /// Whether the rest may follow the face: also if it stays between rest and threshold, like a mouth that hangs open.
    private func isResting(at time: Double, _ rules: GestureRules) -> Bool {
        switch state {
        case .resting, .barred: true
        case .moving(let movement): movement.crossed == nil && time - movement.began > rules.lingering
        case .waiting: false
        }
    }

    private mutating func follow(_ measured: Double, at time: Double, _ rules: GestureRules) {
        let seconds = last.map { time - $0.seenAt } ?? 0
        let (quantile, pace) = expression.rest(rules)
        rest.add(measured, after: seconds, quantile: quantile, pace: pace, rules)
    }

    private mutating func keepCalm(_ around: Surroundings, _ rules: GestureRules) {
        guard around.time - calm.since >= rules.mouthRestAfter else { return }
        calm = (calm.next, speech.speed(at: around.time, rules), around.time)
    }
}
