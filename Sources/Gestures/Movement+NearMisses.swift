/// Movements of which nothing can come, told of all the same: somebody may have meant them.
extension Movement {
    /// The head stays between rest and threshold. It may rest there; when it is back, it has come near a gesture.
    mutating func linger(_ excursion: Excursion, _ bounds: Bounds) {
        let rejection = excursion.objectionToSettling(bounds)
        if let lingered, lingered.rejection.value >= rejection.value { return }
        lingered = (rejection, lingered?.began ?? excursion.left)
    }

    mutating func tellLingered(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard let (rejection, began) = lingered else { return }
        lingered = nil
        let journey = Journey(began: began, ended: onset.step.arrival(in: IdleZone(radius: zone)), threshold: rejection.bound)
        report(.rejection(rejection, journey), at: time, configuration, emit)
    }

    /// Whether the head, while a hold goes on, came back towards rest and goes out again: a look that the hold swallows.
    mutating func watchDip(_ direction: Direction, _ distance: Double, at time: Double, _ bounds: Bounds,
                           _ emit: (GestureEvent) -> Void) {
        let threshold = bounds.thresholds[direction]
        if distance < threshold {
            let nearest = min(distance, dip?.nearest ?? distance)
            dip = (nearest, distance == nearest ? time : dip?.began ?? time)
        } else if let (nearest, began) = dip {
            dip = nil
            // Not every tremble at the threshold is a way back.
            guard nearest <= (threshold + bounds.zone.radius) / 2 else { return }
            let rejection = Rejection(rule: .notEnded, value: nearest, bound: bounds.zone.radius, direction: direction)
            report(.rejection(rejection, Journey(began: began, ended: time, threshold: threshold)), at: time, bounds.configuration, emit)
        }
    }

    /// A movement whose way out was not seen, because a hold went on until then.
    mutating func tellHeldBack(_ excursion: Excursion, _ journey: Journey, at time: Double, _ bounds: Bounds,
                               _ emit: (GestureEvent) -> Void) {
        defer { dip = nil }
        guard let side = excursion.side, excursion.reach >= bounds.thresholds[side] else { return }
        let rejection = if let dip, dip.nearest > bounds.zone.radius {
            Rejection(rule: .notEnded, value: dip.nearest, bound: bounds.zone.radius, direction: side)
        } else {
            Rejection(rule: .notRested, value: 0, bound: Excursion.restBefore, direction: side)
        }
        report(.rejection(rejection, journey), at: time, bounds.configuration, emit)
    }

    /// A movement of a head that had not rested since it was found, or since something ended.
    mutating func tellUnrested(_ peak: HeadOffset?, since: Double?, at time: Double, _ bounds: Bounds,
                               _ emit: (GestureEvent) -> Void) {
        guard let peak, let since, peak.reach(peak.dominant) >= bounds.thresholds[peak.dominant] else { return }
        let rejection = Rejection(rule: .notRested, value: 0, bound: Excursion.restBefore, direction: peak.dominant)
        let journey = Journey(began: since, ended: time, threshold: bounds.thresholds[peak.dominant])
        report(.rejection(rejection, journey), at: time, bounds.configuration, emit)
    }
}
