/// Follows the head's offset and tells strokes from holds, so that one movement is never both.
struct Movement: Sendable {
    /// What follows for the recogniser from a sample.
    enum Outcome: Equatable {
        case goesOn
        /// The head rests, here: the centre may follow it.
        case rests
        /// The head settled outside of the zone without a gesture: its rest is there now.
        case restsElsewhere
        /// The same, where it was found after it had not been seen: it may not have rested there at all.
        case restsElsewhereAfterLoss
        /// A posture lasted for `maxHold`: calibrate.
        case settledElsewhere
    }

    enum State: Sendable {
        /// In the idle zone since a moment; the last sample is where the next stroke begins.
        case resting(at: Pose, since: Double)
        /// Outside, not yet decided.
        case outside(Excursion)
        /// A hold is under way; back in the zone since a moment, if it is to be released.
        case holding(Direction, since: Double, back: Double?)
        /// Outside with nothing more to give: the head must visit the idle zone first. Since when it is seen, and the furthest point.
        case spent(since: Double?, peak: HeadOffset?)
    }

    var state: State
    var waiting = WaitingStrokes()
    /// The head's way since it last lay calm.
    var oscillation = Oscillation()
    /// What held at the last sample.
    var lastBounds: Bounds?
    var calm = Calm()
    var onset = Onset()
    /// The way out was seen, from the zone on.
    var isWayOutKnown = true
    /// What came last was a stroke: the next one may follow at once.
    var followsStroke = false
    var lastStroke: (direction: Direction, distance: Double, end: Double)?
    /// Who swings back past rest by less than this part, so soon after a stroke, only comes to rest.
    static let rebound = 0.5
    static let reboundTime = 0.4
    /// Seconds that the head must have rested at a centre before it can be held away from there.
    static let youth = 0.9
    /// Until then movements have been told of as gestures: no second one comes of them.
    private var toldUntil = -Double.infinity
    /// Since when the head rests at this centre, and where it was held last.
    var restsHereSince = -Double.infinity
    var lastHeld: Direction?
    /// Since when the head rests that has just come back.
    var restSince = 0.0
    var gate = Gate()
    /// Seconds of rest that the next movement needs before.
    var restNeeded = Excursion.restBefore
    /// A movement that stayed between rest and threshold for so long that the head may rest there: told of when the head is back.
    var lingered: (rejection: Rejection, began: Double)?
    /// How near to rest the head has come since it was beyond its threshold, while a hold goes on or ended late.
    var dip: (nearest: Double, began: Double)?
    /// A far turn in which the face was lost.
    var vanished: Vanished?
    /// Radius of the idle zone at the last sample, in IOD.
    var zone: Double { lastBounds?.zone.radius ?? 0 }

    /// - Parameter isResting: the head is known to be in the idle zone; else it must visit it before anything counts.
    /// - Parameter talk: what is known of this person's lips.
    init(isResting: Bool, restsHereSince: Double = -.infinity, talk: Talk = Talk(), oscillation: Oscillation = Oscillation()) {
        self.restsHereSince = restsHereSince
        gate.talk = talk
        self.oscillation = oscillation
        state = isResting ? .resting(at: .rest, since: -.infinity) : .spent(since: nil, peak: nil)
    }

    /// Takes a look at the lips.
    mutating func look(at mouth: MouthOpening, yaw: Double?) { gate.talk.add(mouth, yaw: yaw) }

    /// The direction that is being held, if any.
    var held: Direction? { if case .holding(let direction, _, _) = state { direction } else { nil } }

    /// Since when, in seconds.
    var heldSince: Double? { if case .holding(_, let since, _) = state { since } else { nil } }

    /// Takes the next pose and emits what it completes.
    mutating func add(_ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ bounds: Bounds,
                      _ emit: (GestureEvent) -> Void) -> Outcome {
        lastBounds = bounds
        onset.add(pose.offset, at: time, bounds)
        calm.add(pose.offset, at: time, zone: bounds.zone)
        if bounds.zone.contains(pose.offset), calm.lasts(bounds.configuration.settleTime, at: time) { gate.open() }
        oscillation.isAway(pose.offset)
        let outcome = go(to: pose, at: time, whereabouts, bounds, emit)
        guard held == nil, let verdict = oscillation.verdict(isOver: false, bounds) else { return outcome }
        endOscillation(verdict, at: time, bounds.configuration, emit)
        if case .resting = state { return outcome }
        return restHere(at: time)  // who nods or shakes does it from rest, and comes back to it
    }

    /// A nod or a shake is over: nothing else comes of its swings.
    mutating func endOscillation(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        waiting = WaitingStrokes()
        lingered = nil
        oscillation.restart()
        report(verdict, at: time, configuration, emit)
    }

    mutating func go(to pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ bounds: Bounds,
                             _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = bounds.configuration, inside = bounds.zone.contains(pose.offset)
        switch state {
        case .resting(let origin, let since):
            if bounds.exit.contains(pose.offset) {
                state = .resting(at: pose, since: since)
                if time - since >= restNeeded { restNeeded = Excursion.restBefore }
                if inside { tellLingered(at: time, configuration, emit) }
                return .rests
            }
            if !waiting.canFollow(pose.offset.dominant, at: onset.step.from.time) { decide(at: time, configuration, emit) }
            state = .outside(Excursion(origin: origin, step: onset.step, from: bounds.exit, restSince: since,
                                       restNeeded: restNeeded, mayFollow: followsStroke))
            isWayOutKnown = true
            return go(to: pose, at: time, whereabouts, bounds, emit)
        case .outside(let excursion) where inside:
            restSince = time
            finish(excursion, returningTo: pose, at: time, bounds, emit)
            state = .resting(at: pose, since: restSince)
            return .rests
        case .outside(let excursion) where isOpposite(pose.offset, of: excursion):
            // Between two pictures the head swung through the zone to the other side.
            finish(excursion, returningTo: .rest, at: time, bounds, emit)
            state = .outside(Excursion(origin: excursion.origin, step: onset.step, from: bounds.zone, restSince: time,
                                       restNeeded: restNeeded, mayFollow: followsStroke))
            return go(to: pose, at: time, whereabouts, bounds, emit)
        case .outside(let excursion): return stayOut(excursion, pose, at: time, whereabouts, bounds, emit)
        case .holding(let direction, let since, let back):
            return hold(direction, since, back, pose, at: time, bounds, emit)
        case .spent(let since, let peak):
            if inside {
                state = .resting(at: pose, since: time)
                if !returnFromSight(peak, at: time, bounds, emit) { tellUnrested(peak, since: since, at: time, bounds, emit) }
            } else if calm.lasts(3 * configuration.settleTime, at: time) {
                _ = restHere(at: time)
                return .restsElsewhereAfterLoss
            } else if let since, time - since >= configuration.maxHold {
                return settle()
            } else {
                let isFurthest = pose.offset.length > peak?.length ?? 0
                state = .spent(since: since ?? time, peak: isFurthest ? pose.offset : peak)
            }
        }
        return .goesOn
    }

    /// Lets the time until a sample pass. A swing that began before the deadline belongs to those that wait, although the picture
    /// that shows it comes later.
    mutating func advance(to pose: Pose, at time: Double, wasCertain: Bool, _ bounds: Bounds, _ emit: (GestureEvent) -> Void) {
        var end = time
        if wasCertain, case .resting = state, !bounds.exit.contains(pose.offset) {
            var step = onset.step
            step.go(to: pose.offset, at: time)
            end = step.departure(from: bounds.exit)
        }
        advance(to: end, wasCertain: wasCertain, bounds.configuration, emit)
    }

    /// Lets time pass: swings that waited for another one are decided at their deadline, or now where the face was
    /// uncertain until now.
    mutating func advance(to time: Double, wasCertain: Bool = true, _ configuration: GestureConfiguration,
                          _ emit: (GestureEvent) -> Void) {
        guard time >= waiting.deadline else { return }
        if case .outside = state { return }  // another swing is under way
        decide(at: wasCertain ? max(waiting.deadline, onset.step.to.time) : time, configuration, emit)
    }

    /// The head is back where it rested before: nothing comes of the way there.
    /// - Parameter tells: somebody may have meant it, because he does not know of that rest.
    mutating func comeBack(at time: Double, tells: Bool, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        switch state {
        case .holding(let direction, let since, _): stopHold(direction, since, .returned, at: time, emit)
        case .outside(let excursion) where tells:
            report(.rejection(excursion.returned, journey(of: excursion, until: time)), at: time, configuration, emit)
        case .outside, .resting, .spent: break
        }
        waiting.interrupt(at: time) { report($0, at: time, configuration, emit) }
        waiting = WaitingStrokes()
        _ = restHere(at: time)
    }

    /// Ends whatever is under way; the head must rest before anything counts again. Nothing that waited comes any more, and nothing
    /// that goes on with it: a nod that has begun is over when the head has rested for longer than a nod pauses.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ configuration: GestureConfiguration,
                      _ emit: (GestureEvent) -> Void) {
        var isUnderWay = !waiting.isEmpty
        waiting.interrupt(at: time) { report($0, at: time, configuration, emit) }
        switch state {
        case .holding(let direction, let since, _): stopHold(direction, since, reason, at: time, emit)
        case .outside(let excursion):
            isUnderWay = true
            if isWayOutKnown {
                let lost = Rejection(rule: .interrupted, value: time - excursion.left, bound: 0, direction: excursion.side)
                report(.rejection(lost, journey(of: excursion, until: time)), at: time, configuration, emit)
            }
        case .resting, .spent: break
        }
        var lost: Vanished?
        if reason == .faceLost, case .outside(let excursion) = state, isWayOutKnown { lost = Vanished(excursion) }
        if isUnderWay { restNeeded = max(Excursion.restBefore, configuration.resolve) }
        state = .spent(since: nil, peak: nil)
        forget()
        oscillation.end()
        if reason == .faceLost || reason == .framesStopped { oscillation.reset() }
        vanished = lost
    }

    mutating func decide(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard !waiting.isEmpty else { return }
        if var bounds = lastBounds {
            bounds.configuration = configuration
            if let verdict = oscillation.verdict(isOver: true, bounds) {
                return endOscillation(verdict, at: time, configuration, emit)
            }
        }
        let over = waiting
        waiting = WaitingStrokes()
        over.settle(configuration) { report($0, at: time, configuration, emit) }
    }

    /// Passes a gesture on if nothing speaks against it, or a rejection where somebody wants to know.
    /// - Returns: whether a gesture was passed on.
    @discardableResult
    mutating func report(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration,
                                 _ emit: (GestureEvent) -> Void) -> Bool {
        var rejection: Rejection
        switch verdict.outcome {
        case .rejection(let given): rejection = given
        case .gesture(let kind):
            lingered = nil
            if verdict.journey.began < toldUntil - 1e-6 {
                rejection = Rejection(rule: .restless, value: 2, bound: 1)
                break
            }
            guard let objection = kind.gesture.flatMap({ gate.objection(to: $0, at: time, configuration) }) else {
                emit(GestureEvent(time: time, kind: kind, journey: verdict.journey))
                toldUntil = verdict.journey.ended
                oscillation.forget(until: toldUntil)
                return true
            }
            rejection = objection
        }
        guard configuration.explains else { return false }
        rejection.remedy = rejection.remedy ?? Remedy(for: rejection, configuration, zone: zone)
        emit(GestureEvent(time: time, kind: .rejected(rejection), journey: verdict.journey))
        return false
    }

    func journey(of excursion: Excursion, until end: Double, _ bounds: Bounds) -> Journey {
        Journey(began: lingered?.began ?? excursion.left, ended: end, threshold: excursion.threshold(bounds))
    }

    func journey(of excursion: Excursion, until end: Double) -> Journey {
        Journey(began: excursion.left, ended: end, threshold: lastBounds.map(excursion.threshold) ?? 0)
    }

    func isOpposite(_ offset: HeadOffset, of excursion: Excursion) -> Bool {
        excursion.side?.isOpposite(to: offset.dominant) ?? false
    }

    mutating func restHere(at time: Double) -> Outcome {
        state = .resting(at: .rest, since: time)
        lastHeld = nil
        calm = Calm()
        followsStroke = false
        lingered = nil
        return .restsElsewhere
    }

    mutating func settle() -> Outcome {
        state = .spent(since: nil, peak: nil)
        forget()
        return .settledElsewhere
    }

    mutating func forget() {
        vanished = nil
        waiting = WaitingStrokes()
        oscillation.restart()
        calm = Calm()
        followsStroke = false
        lingered = nil
        dip = nil
    }
}
