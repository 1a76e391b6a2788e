/// Movements out and back, one after the other: each may be a swing of a nod or a shake, a look, or neither. Quick ones wait until that is decided.
package struct SwingSequence: Sendable {
    private var waiting = WaitingSwings()
    /// The last movement was a swing, so that the next one may follow at once.
    package private(set) var followsSwing = false
    private var lastSwing: (direction: HeadDirection, distance: Double, end: Double)?

    package init() {}

    /// When the waiting swings are decided unless another swing begins, in seconds.
    package var deadline: Double { waiting.deadline }

    /// Whether no swing waits.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Whether a movement that leaves the zone now in this direction can belong to the waiting swings.
    package func canFollow(_ direction: HeadDirection, at time: Double, _ rules: GestureRules) -> Bool { waiting.canFollow(direction, at: time, rules) }

    /// The next movement follows no swing.
    package mutating func rest() { followsSwing = false }

    /// Discards the waiting swings.
    package mutating func forget() {
        waiting = WaitingSwings()
        followsSwing = false
    }

    /// A movement to this side, out for too long for a swing, makes looks unclear if it overshoots the last one.
    package mutating func stayOut(_ side: HeadDirection, reaching reach: Double, _ rules: GestureRules) {
        guard !isEmpty, let last = lastSwing, side.isOpposite(to: last.direction), reach >= rules.overshoot * last.distance else { return }
        waiting.blur()
    }

    // MARK: - Decisions

    /// Decides what the waiting swings were.
    package mutating func decide(at time: Double, _ configuration: GestureConfiguration, _ judge: inout GestureJudge,
                                 _ emit: (GestureEvent) -> Void) {
        guard !isEmpty else { return }
        if let verdict = judge.finishedOscillation(configuration) { return endOscillation(verdict, at: time, configuration, &judge, emit) }
        let over = waiting
        waiting = WaitingSwings()
        over.settle(configuration) { judge.report($0, at: time, configuration, emit) }
    }

    /// Ends a nod or a shake; its swings are not also reported as other gestures.
    /// - Parameter series: it was seen as one by its points, not by the rules.
    mutating func endOscillation(_ verdict: Verdict, _ series: Proposal? = nil, at time: Double, _ configuration: GestureConfiguration,
                                 _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        waiting = WaitingSwings()
        judge.endOscillation(verdict, series, at: time, configuration, emit)
    }

    /// Reports the waiting swings as interrupted.
    package func interrupt(at time: Double, _ configuration: GestureConfiguration, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        waiting.interrupt(at: time) { judge.report($0, at: time, configuration, emit) }
    }

    // MARK: - A movement that has ended

    /// Handles the return of the head from a movement.
    /// - Parameters:
    ///   - step: the last one.
    ///   - atCenterSince: time since which the head rests at this centre.
    /// - Returns: whether the movement interrupts the rest; touching the edge of the zone does not.
    package mutating func finish(_ movement: MovementTracker, returningTo pose: Pose, in step: Step, atCenterSince: Double, at time: Double,
                                 _ thresholds: EffectiveThresholds, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) -> Bool {
        let journey = judge.journey(of: movement, until: step.arrival(in: thresholds.zone), thresholds), configuration = thresholds.configuration
        guard movement.isWayOutKnown else {
            judge.endAfterHold(movement, journey, at: time, thresholds, emit)
            return true
        }
        let swing = movement.movement(returningTo: pose, in: step, at: time, thresholds)
        if let rejection = objection(.movement, to: swing, journey, thresholds, judge) {
            refuse(rejection, reaching: swing.peak, journey, at: time, configuration, &judge, emit)
            return rejection.rule != .tooSmall
        }
        judge.forgetLingering()
        take(swing, Journey(began: movement.left, ended: journey.ended, threshold: journey.threshold), atCenterSince: atCenterSince, at: time, thresholds,
             &judge, emit)
        return true
    }

    /// The first rule that a swing breaks, unless it yields to the evidence.
    private func objection(_ stage: RuleStage, to swing: HeadMovement, _ journey: Journey, _ thresholds: EffectiveThresholds,
                           _ judge: borrowing GestureJudge) -> Rejection? {
        guard let rejection = stage.objection(to: swing, thresholds) else { return nil }
        guard stage.objection(to: swing, thresholds, yielding: true) == nil else { return rejection }
        return judge.isConvincing(.look(swing.direction), journey, thresholds.configuration) ? nil : rejection
    }

    /// Handles a movement that is not a swing.
    private mutating func refuse(_ given: Rejection, reaching reach: Double, _ journey: Journey, at time: Double,
                                 _ configuration: GestureConfiguration, _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        var rejection = given
        let lingered = judge.takeLingered()
        switch rejection.rule {
        case .tooSmall:
            if let lingered, lingered.rejection.direction == rejection.direction {
                rejection.value = max(rejection.value, lingered.rejection.value)
            }
        case .tooShort:
            followsSwing = false
            guard let side = rejection.direction, configuration.longestSwing(side) != nil else { fallthrough }
            if !waiting.canTake(side, isTwitch: true) { decide(at: time, configuration, &judge, emit) }
            return waiting.addTwitch(rejection, side, journey, at: time, configuration)
        default:
            followsSwing = false
            if reach >= configuration.rules.overshoot * (lastSwing?.distance ?? 0) { waiting.blur() }
            decide(at: time, configuration, &judge, emit)
        }
        judge.report(.rejection(rejection, journey), at: time, configuration, emit)
    }

    /// Handles a swing, which may be a look, or belong to a nod or a shake.
    private mutating func take(_ given: HeadMovement, _ journey: Journey, atCenterSince: Double, at time: Double, _ thresholds: EffectiveThresholds,
                               _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        let configuration = thresholds.configuration, direction = given.direction
        var swing = given
        swing.restedHere = swing.began - atCenterSince
        if let last = lastSwing, direction.isOpposite(to: last.direction),
           swing.seenSince - last.end <= configuration.rules.overshootTime { swing.overshoots = last.distance }
        if let rejection = objection(.sequel, to: swing, journey, thresholds, judge) {
            if rejection.rule != .rebound {
                lastSwing = (direction, swing.peak, time)
                followsSwing = false
                decide(at: time, configuration, &judge, emit)
            }
            judge.report(.rejection(rejection, journey), at: time, configuration, emit)
            return
        }
        lastSwing = (direction, swing.peak, time)
        let verdict = verdict(on: swing, journey, thresholds)
        let isQuick = thresholds.longestSwing(direction, reaching: swing.peak).map { swing.duration <= $0 } ?? false
        if !isQuick || !waiting.canTake(direction) { decide(at: time, configuration, &judge, emit) }
        followsSwing = isQuick || swing.duration >= configuration.discreteMin
        guard isQuick else {
            judge.report(verdict, at: time, configuration, emit)
            return
        }
        waiting.add(swing, isFull: swing.peak >= thresholds[direction], at: time, alone: verdict, configuration)
        // A vertical swing that is long enough only within the timing error may be a twitch: it counts for a nod only.
        if !direction.isHorizontal, swing.duration < configuration.discreteMin { waiting.blur() }
    }

    /// The verdict on a swing that stands alone.
    private func verdict(on swing: HeadMovement, _ journey: Journey, _ thresholds: EffectiveThresholds) -> Verdict {
        if let rejection = RuleStage.look.objection(to: swing, thresholds) { return .rejection(rejection, journey) }
        return .gesture(.recognised(.look(swing.direction), size: swing.peak, duration: swing.duration), journey)
    }
}
