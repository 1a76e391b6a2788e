/// A head that stays out: it may be held there, or rest there.
extension Movement {
    /// Another sample outside, of what is neither a stroke nor a hold yet.
    mutating func stayOut(_ before: Excursion, _ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts,
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
            if !waiting.isEmpty, let last = lastStroke, side.isOpposite(to: last.direction), excursion.reach >= Self.rebound * last.distance { waiting.blur() }
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
    func objectionToRest(before excursion: Excursion, _ direction: Direction?) -> Rejection? {
        let rested = excursion.left - restsHereSince
        if rested < Self.youth {
            return Rejection(rule: .notRested, value: max(0, rested), bound: Self.youth, direction: direction)
        }
        let paused = excursion.began - excursion.restSince
        if direction != nil, direction == lastHeld, paused < Excursion.restBefore - 1e-6 {
            return Rejection(rule: .notRested, value: max(0, paused), bound: Excursion.restBefore, direction: direction)
        }
        return nil
    }

    /// Another sample while a hold is under way.
    mutating func hold(_ direction: Direction, _ since: Double, _ back: Double?, _ pose: Pose, at time: Double,
                               _ bounds: Bounds, _ emit: (GestureEvent) -> Void) -> Outcome {
        let configuration = bounds.configuration, inside = bounds.zone.contains(pose.offset)
        let distance = pose.offset.reach(direction)
        let isBack = inside || distance <= bounds.exit.radius
        // A head that comes back to another place than it left has ended the hold too.
        let hasSettled = distance < bounds.thresholds[direction] && calm.lasts(configuration.settleTime, at: time)
        let backSince = isBack ? back ?? time : nil
        if let backSince, time - backSince >= configuration.filters[.hold(direction)].release - 1e-6 {
            stopHold(direction, since, .returned, at: time, emit)
            // Still outside, but elsewhere: that may become another hold, never a stroke, whose way out was not seen.
            state = bounds.exit.contains(pose.offset) ? .resting(at: pose, since: time)
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

    mutating func stopHold(_ direction: Direction, _ since: Double, _ reason: GestureEvent.StopReason,
                                   at time: Double, _ emit: (GestureEvent) -> Void) {
        gate.ended(.hold(direction), at: time)
        emit(GestureEvent(time: time, kind: .lookStopped(direction, held: time - since, reason: reason)))
    }

    /// A head that is calm where no gesture can come of it rests there.
    mutating func restElsewhere(_ excursion: Excursion, _ objection: Rejection?, at time: Double, _ bounds: Bounds,
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
}
