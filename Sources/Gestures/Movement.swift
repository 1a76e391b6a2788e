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

    private enum State: Sendable {
        /// In the idle zone since a moment; the last sample is where the next stroke begins.
        case resting(at: Pose, since: Double)
        /// Outside, not yet decided.
        case outside(Excursion)
        /// A hold is under way; back in the zone since a moment, if it is to be released.
        case holding(Direction, since: Double, back: Double?)
        /// Outside with nothing more to give: the head must visit the idle zone first. Since when it is seen, and the furthest point.
        case spent(since: Double?, peak: HeadOffset?)
    }

    private var state: State
    private var waiting = WaitingStrokes()
    /// The head's way since it last lay calm.
    var oscillation = Oscillation()
    /// What held at the last sample, and how far the head was from its rest.
    private var lastBounds: Bounds?
    private var calm = Calm()
    var onset = Onset()
    /// The way out was seen, from the zone on.
    private var isWayOutKnown = true
    /// What came last was a stroke: the next one may follow at once.
    private var followsStroke = false
    private var lastStroke: (direction: Direction, distance: Double, end: Double)?
    /// Who swings back past rest by less than this part, so soon after a stroke, only comes to rest.
    private static let rebound = 0.5
    private static let reboundTime = 0.4
    /// Seconds that the head must have rested at a centre before it can be held away from there.
    private static let youth = 0.9
    /// Since when the head rests at this centre, and where it was held last.
    private var restsHereSince = -Double.infinity
    private var lastHeld: Direction?
    /// Since when the head rests that has just come back.
    private var restSince = 0.0
    private(set) var gate = Gate()
    /// Seconds of rest that the next movement needs before.
    private var restNeeded = Excursion.restBefore
    /// A movement that stayed between rest and threshold for so long that the head may rest there: told of when the head is back.
    var lingered: (rejection: Rejection, began: Double)?
    /// How near to rest the head has come since it was beyond its threshold, while a hold goes on or ended late.
    var dip: (nearest: Double, began: Double)?
    /// A far turn in which the face was lost.
    var vanished: Vanished?
    /// Radius of the idle zone, in IOD, and the thresholds that held at the last sample.
    var zone = 0.0
    private var thresholds = GestureConfiguration.Thresholds(all: 0)

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
        zone = bounds.zone.radius
        thresholds = bounds.thresholds
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
    private mutating func endOscillation(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        waiting = WaitingStrokes()
        lingered = nil
        oscillation.restart()
        report(verdict, at: time, configuration, emit)
    }

    private mutating func go(to pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ bounds: Bounds,
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

    /// Another sample outside, of what is neither a stroke nor a hold yet.
    private mutating func stayOut(_ before: Excursion, _ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts,
                                  _ bounds: Bounds, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = bounds.configuration
        var excursion = before
        if time - excursion.began >= configuration.maxHold {
            report(.rejection(excursion.objectionToSettling(bounds), journey(of: excursion, until: time, bounds)), at: time,
                   configuration, emit)
            return settle()
        }
        excursion.add(pose, at: time, whereabouts, onset, bounds)
        if isWayOutKnown, excursion.lingers(at: time) {
            decide(at: time, configuration, emit)
            linger(excursion, bounds)
            state = .resting(at: pose, since: excursion.restSince)
            return .rests
        }
        state = .outside(excursion)
        if let side = excursion.side, time - excursion.began > bounds.longestSwing(side, reaching: excursion.reach) ?? 0 {
            decide(at: time, configuration, emit)
        }
        let objection = excursion.out.flatMap { excursion.objectionToHold(bounds) ?? objectionToRest(before: excursion, $0.direction) }
        if configuration.continuous, objection == nil, let out = excursion.out,
           time - out.since >= configuration.acceptance(of: out.direction) - 1e-6,
           !oscillation.moved(within: configuration.acceptance(of: out.direction) / 2, by: max(bounds.thresholds[out.direction], excursion.reach * 0.3)) {
            decide(at: time, configuration, emit)
            followsStroke = false
            let start = GestureEvent.Kind.lookStarted(out.direction, distance: pose.offset.reach(out.direction))
            if report(.gesture(start, journey(of: excursion, until: time, bounds)), at: time, configuration, emit) {
                state = .holding(out.direction, since: time, back: nil)
                lastHeld = out.direction
                dip = nil
            } else {
                state = .spent(since: time, peak: nil)
            }
            return .goesOn
        }
        return restElsewhere(excursion, objection, at: time, bounds, emit)
    }

    /// A rest that is younger than a hold is none: the head was found there, and rests where it goes now. Nor is one that it only comes
    /// through on its way back to where it was held.
    private func objectionToRest(before excursion: Excursion, _ direction: Direction) -> Rejection? {
        let rested = excursion.left - restsHereSince
        if rested < Self.youth {
            return Rejection(rule: .notRested, value: max(0, rested), bound: Self.youth, direction: direction)
        }
        let paused = excursion.began - excursion.restSince
        if direction == lastHeld, paused < Excursion.restBefore - 1e-6 {
            return Rejection(rule: .notRested, value: max(0, paused), bound: Excursion.restBefore, direction: direction)
        }
        return nil
    }

    /// Another sample while a hold is under way.
    private mutating func hold(_ direction: Direction, _ since: Double, _ back: Double?, _ pose: Pose, at time: Double,
                               _ bounds: Bounds, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = bounds.configuration, inside = bounds.zone.contains(pose.offset)
        let distance = pose.offset.reach(direction)
        let isBack = inside || distance <= bounds.zone.radius
        // A head that comes back to another place than it left has ended the hold too.
        let hasSettled = distance < bounds.thresholds[direction] && calm.lasts(configuration.settleTime, at: time)
        let backSince = isBack ? back ?? time : nil
        if let backSince, time - backSince >= configuration.filters[.hold(direction)].release - 1e-6 {
            stopHold(direction, since, .returned, at: time, emit)
            // Still outside, but elsewhere: that may become another hold, never a stroke, whose way out was not seen.
            state = inside ? .resting(at: pose, since: time)
                : .outside(Excursion(origin: pose.atRest, step: onset.step, from: bounds.zone, restSince: time,
                                     mayFollow: false))
            isWayOutKnown = false
            return .goesOn
        } else if hasSettled {
            stopHold(direction, since, .returned, at: time, emit)
            return restHere(at: time)
        } else if time - since >= configuration.maxHold {
            stopHold(direction, since, .maxHold, at: time, emit)
            return settle()
        }
        state = .holding(direction, since: since, back: backSince)
        watchDip(direction, distance, at: time, bounds, emit)
        emit(GestureEvent(time: time, kind: .lookMoved(direction, distance: distance)))
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

    // MARK: - Steps

    /// The head is back from an excursion: a stroke, a swing, or nothing.
    private mutating func finish(_ excursion: Excursion, returningTo pose: Pose, at time: Double, _ bounds: Bounds,
                                 _ emit: (GestureEvent) -> Void) {
        let configuration = bounds.configuration
        let journey = journey(of: excursion, until: onset.step.arrival(in: bounds.zone), bounds)
        guard isWayOutKnown else { return tellHeldBack(excursion, journey, at: time, bounds, emit) }
        switch excursion.stroke(returningTo: pose, in: onset.step, bounds.forSwings) {
        case .failure(let rejected):
            var rejection = rejected.rejection
            switch (rejection.rule, rejection.direction) {
            case (.tooSmall, let side):  // The edge of the zone was touched: that disturbs neither a rest nor a row of waiting.
                restSince = excursion.restSince
                if let side { rejection.bound = bounds.thresholds[side] }
                if let lingered, lingered.rejection.direction == rejection.direction {
                    rejection.value = max(rejection.value, lingered.rejection.value)
                }
            case (.tooShort, let side?) where configuration.longestSwing(side) != nil:
                followsStroke = false
                if !waiting.canTake(side, isTwitch: true) { decide(at: time, configuration, emit) }
                lingered = nil
                return waiting.addTwitch(rejection, side, journey, at: time, configuration)
            default:
                followsStroke = false
                if excursion.reach >= Self.rebound * (lastStroke?.distance ?? 0) { waiting.blur() }
                decide(at: time, configuration, emit)
            }
            lingered = nil
            report(.rejection(rejection, journey), at: time, configuration, emit)
        case .success(let stroke):
            lingered = nil
            let direction = stroke.direction, threshold = bounds.thresholds[direction]
            let isFull = stroke.distance >= threshold
            if let last = lastStroke, direction.isOpposite(to: last.direction), excursion.began - last.end <= Self.reboundTime,
               stroke.distance < Self.rebound * last.distance {
                let rejection = Rejection(rule: .rebound, value: stroke.distance, bound: Self.rebound * last.distance,
                                          direction: direction)
                report(.rejection(rejection, journey), at: time, configuration, emit)
                return
            }
            lastStroke = (direction, stroke.distance, time)
            let verdict = verdict(on: stroke, excursion, isFull: isFull, returningTo: pose, journey, at: time, bounds)
            let isQuick = bounds.longestSwing(direction, reaching: stroke.distance).map { stroke.duration <= $0 } ?? false
            if !isQuick || !waiting.canTake(direction) { decide(at: time, configuration, emit) }
            followsStroke = isQuick || stroke.duration >= configuration.discreteMin
            if isQuick {
                waiting.add(stroke, isFull: isFull, at: time, alone: verdict, configuration)
                // One that the rare pictures make no twitch may be one all the same: it serves a nod only.
                if !direction.isHorizontal, stroke.duration < configuration.discreteMin { waiting.blur() }
            } else {
                report(verdict, at: time, configuration, emit)
            }
        }
    }

    /// What a stroke is if it stands alone.
    private func verdict(on stroke: Excursion.Stroke, _ excursion: Excursion, isFull: Bool, returningTo pose: Pose, _ journey: Journey,
                         at time: Double, _ bounds: Bounds) -> Verdict {
        let configuration = bounds.configuration, direction = stroke.direction
        func refuse(_ rule: Rejection.Rule, _ value: Double, _ bound: Double) -> Verdict {
            .rejection(Rejection(rule: rule, value: value, bound: bound, direction: direction), journey)
        }
        if !isFull { return refuse(.tooSmall, stroke.distance, journey.threshold) }
        if stroke.seen < configuration.discreteMin { return refuse(.tooShort, stroke.seen, configuration.discreteMin) }
        if let reflex = excursion.reflex(returningTo: pose, at: time) { return .rejection(reflex, journey) }
        if configuration.discrete { return .gesture(.look(direction, distance: stroke.distance, duration: stroke.duration), journey) }
        if configuration.longestSwing(direction) != nil {
            return refuse(.tooFew, 1, Double(direction.isHorizontal ? configuration.shakeCount : configuration.nodCount))
        }
        return configuration.continuous ? refuse(.notHeld, excursion.beyond, configuration.acceptance(of: direction)) : refuse(.off, 0, 1)
    }

    private mutating func decide(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
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
            guard let objection = kind.gesture.flatMap({ gate.objection(to: $0, at: time, configuration) }) else {
                emit(GestureEvent(time: time, kind: kind, journey: verdict.journey))
                return true
            }
            rejection = objection
        }
        guard configuration.explains else { return false }
        rejection.remedy = rejection.remedy ?? Remedy(for: rejection, configuration, zone: zone)
        emit(GestureEvent(time: time, kind: .rejected(rejection), journey: verdict.journey))
        return false
    }

    private func journey(of excursion: Excursion, until end: Double, _ bounds: Bounds) -> Journey {
        Journey(began: lingered?.began ?? excursion.left, ended: end, threshold: excursion.threshold(bounds))
    }

    private func journey(of excursion: Excursion, until end: Double) -> Journey {
        Journey(began: excursion.left, ended: end, threshold: thresholds[excursion.side ?? .left])
    }

    private mutating func stopHold(_ direction: Direction, _ since: Double, _ reason: GestureEvent.StopReason,
                                   at time: Double, _ emit: (GestureEvent) -> Void) {
        gate.ended(.hold(direction), at: time)
        emit(GestureEvent(time: time, kind: .lookStopped(direction, held: time - since, reason: reason)))
    }

    private func isOpposite(_ offset: HeadOffset, of excursion: Excursion) -> Bool {
        excursion.side?.isOpposite(to: offset.dominant) ?? false
    }

    /// A head that is calm where no gesture can come of it rests there.
    private mutating func restElsewhere(_ excursion: Excursion, _ objection: Rejection?, at time: Double, _ bounds: Bounds,
                                        _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = bounds.configuration
        guard calm.lasts(configuration.settleTime, at: time) else { return .goesOn }
        if excursion.out != nil, objection == nil {
            let mayBecomeStroke = time - excursion.began <= 2 * configuration.discreteMax
            if configuration.continuous || mayBecomeStroke { return .goesOn }
        }
        decide(at: time, configuration, emit)
        let rejection = objection ?? excursion.objectionToSettling(bounds)
        report(.rejection(rejection, journey(of: excursion, until: time, bounds)), at: time, configuration, emit)
        return restHere(at: time)
    }

    private mutating func restHere(at time: Double) -> Outcome {
        state = .resting(at: .rest, since: time)
        lastHeld = nil
        calm = Calm()
        followsStroke = false
        lingered = nil
        return .restsElsewhere
    }

    private mutating func settle() -> Outcome {
        state = .spent(since: nil, peak: nil)
        forget()
        return .settledElsewhere
    }

    private mutating func forget() {
        vanished = nil
        waiting = WaitingStrokes()
        oscillation.restart()
        calm = Calm()
        followsStroke = false
        lingered = nil
        dip = nil
    }
}
