/// What comes of an excursion when the head is back.
extension Movement {
    /// The head is back from an excursion: a stroke, a swing, or nothing.
    mutating func finish(_ excursion: Excursion, returningTo pose: Pose, at time: Double, _ bounds: Bounds,
                                 _ emit: (GestureEvent) -> Void) {
        let configuration = bounds.configuration
        let journey = journey(of: excursion, until: onset.step.arrival(in: bounds.zone), bounds)
        guard isWayOutKnown else { return tellHeldBack(excursion, journey, at: time, bounds, emit) }
        switch excursion.stroke(returningTo: pose, in: onset.step, bounds.forSwings) {
        case .failure(let rejected):
            var rejection = rejected.rejection
            switch (rejection.rule, rejection.direction) {
            case (.tooSmall, let side):  // The edge of the zone was touched: that disturbs neither a rest nor strokes that wait.
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
            let journey = Journey(began: excursion.left, ended: journey.ended, threshold: journey.threshold)
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
            if let young = objectionToRest(before: excursion, nil) { decide(at: time, configuration, emit); report(.rejection(young, journey), at: time, configuration, emit); followsStroke = false; return }
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
    func verdict(on stroke: Excursion.Stroke, _ excursion: Excursion, isFull: Bool, returningTo pose: Pose, _ journey: Journey,
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
}
