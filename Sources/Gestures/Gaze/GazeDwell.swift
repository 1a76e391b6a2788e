/// Recognises that the gaze rests on a zone.
///
/// A dwell is a fixation, by its dispersion (I-DT: Salvucci and Goldberg 2000): the smoothed gaze stays in the zone and within a few degrees.
/// Eyes that read or wander across a zone begin anew again and again. A zone fires once; then the gaze must leave it.
struct GazeDwell: Sendable {
    private enum State: Sendable {
        case elsewhere
        /// The gaze rests on a zone since then, within these directions.
        case resting(GestureName, since: Double, lowest: SIMD2<Double>, highest: SIMD2<Double>)
        /// The zone has fired; `out`: the gaze is outside since then.
        case holding(GestureName, since: Double, out: Double?)
        /// The gaze must leave this zone first.
        case barred(GestureName)
    }

    /// A gaze that rests on a zone leaves it only beyond this margin, in degrees: half the usual error.
    private static let margin = 1.0
    /// Largest extent of a dwell to each side, in degrees. In reading, the gaze moves by some 10 degrees a second.
    private static let extent = 6.0
    /// Part of the dwell time after which a look that ends is reported as refused.
    private static let nearly = 0.6
    /// 180/π: sines of small angles to degrees.
    private static let degrees = 180 / Double.pi

    private var state = State.elsewhere
    private(set) var track = GazeTrack()

    /// The zone whose hold is under way.
    var held: GestureName? { if case .holding(let zone, _, _) = state { zone } else { nil } }

    /// Takes a sample.
    /// - Parameters:
    ///   - look: not corrected; `nil` if the eyes are unknown.
    ///   - judge: why the gesture may not fire, if so; otherwise it is counted.
    mutating func add(_ look: GazeLook?, at time: Double, _ configuration: GestureConfiguration,
                      _ judge: (HeadGesture) -> Rejection?, _ emit: (GestureEvent) -> Void) -> GestureName? {
        guard let look = track.add(look, at: time, configuration.gaze.correction) else {
            return track.age(at: time) > GazeTrack.blink ? lose(.eyesUnknown, at: time, configuration, emit) : nil
        }
        return follow(look, at: time, configuration, judge, emit)
    }

    /// Nothing may fire, for example in a pause: a hold ends and a dwell begins anew.
    /// - Returns: the zone whose hold has ended.
    mutating func end(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) -> GestureName? {
        defer {
            state = .elsewhere
            track.forget()
        }
        guard case .holding(let zone, let since, _) = state else { return nil }
        return stop(zone, since, reason, at: time, emit)
    }

    /// The face is not certain: what is not held begins anew.
    mutating func doubt() {
        if case .resting = state { state = .elsewhere }
    }

    private mutating func follow(_ look: GazeLook, at time: Double, _ configuration: GestureConfiguration,
                                 _ judge: (HeadGesture) -> Rejection?, _ emit: (GestureEvent) -> Void) -> GestureName? {
        let zones = configuration.gaze.zones
        func isStill(in name: GestureName) -> Bool { zones.first { $0.name == name }?.contains(look, margin: Self.margin) ?? false }
        switch state {
        case .holding(let zone, let since, let out):
            return hold(zone, since, isStill(in: zone) ? nil : out ?? time, at: time, configuration, emit)
        case .barred(let zone) where isStill(in: zone): return nil
        case .resting(let zone, let since, let lowest, let highest):
            guard isStill(in: zone) else {
                refuse(.notDwelt, zone, since, at: time, configuration, emit)
                break
            }
            rest(on: zone, since, pointwiseMin(lowest, look.direction), pointwiseMax(highest, look.direction), look, at: time, configuration, judge, emit)
            return nil
        case .barred, .elsewhere: break
        }
        let zone = zones.first { $0.contains(look) }
        state = zone.map { .resting($0.name, since: time, lowest: look.direction, highest: look.direction) } ?? .elsewhere
        return nil
    }

    private mutating func rest(on zone: GestureName, _ since: Double, _ lowest: SIMD2<Double>, _ highest: SIMD2<Double>, _ look: GazeLook,
                               at time: Double, _ configuration: GestureConfiguration, _ judge: (HeadGesture) -> Rejection?,
                               _ emit: (GestureEvent) -> Void) {
        guard (highest - lowest).max() * Self.degrees <= Self.extent else {
            refuse(.wandered, zone, since, at: time, configuration, emit)
            state = .resting(zone, since: time, lowest: look.direction, highest: look.direction)
            return
        }
        state = .resting(zone, since: since, lowest: lowest, highest: highest)
        guard time - since >= Self.dwell(zone, configuration) - GestureRules.roundoff else { return }
        if let rejection = judge(.gaze(zone)) {
            state = .barred(zone)
            report(rejection, zone, since, at: time, configuration, emit)
        } else {
            state = .holding(zone, since: time, out: nil)
            emit(GestureEvent(time: time, kind: .gazeStarted(zone), began: since))
        }
    }

    private mutating func hold(_ zone: GestureName, _ since: Double, _ out: Double?, at time: Double, _ configuration: GestureConfiguration,
                               _ emit: (GestureEvent) -> Void) -> GestureName? {
        state = .holding(zone, since: since, out: out)
        if let out, time - out >= configuration.filters[.gaze(zone)].release - GestureRules.roundoff {
            state = .elsewhere
            return stop(zone, since, .lookedAway, at: time, emit)
        }
        guard time - since >= configuration.maxHold else { return nil }
        state = .barred(zone)
        return stop(zone, since, .maxHold, at: time, emit)
    }

    /// The eyes have been unknown for longer than a blink.
    private mutating func lose(_ reason: GestureEvent.StopReason, at time: Double, _ configuration: GestureConfiguration,
                               _ emit: (GestureEvent) -> Void) -> GestureName? {
        switch state {
        case .elsewhere, .barred: return nil
        case .resting(let zone, let since, _, _):
            refuse(.eyesUnknown, zone, since, at: time, configuration, emit)
            state = .elsewhere
            return nil
        case .holding(let zone, let since, _):
            // Closed eyes that open again on the same zone have not looked away.
            state = .barred(zone)
            return stop(zone, since, reason, at: time, emit)
        }
    }

    private func stop(_ zone: GestureName, _ since: Double, _ reason: GestureEvent.StopReason, at time: Double,
                      _ emit: (GestureEvent) -> Void) -> GestureName {
        emit(GestureEvent(time: time, kind: .gazeStopped(zone, held: time - since, reason: reason), began: since))
        return zone
    }

    /// Reports a dwell that was nearly long enough.
    private func refuse(_ rule: Rejection.Rule, _ zone: GestureName, _ since: Double, at time: Double, _ configuration: GestureConfiguration,
                        _ emit: (GestureEvent) -> Void) {
        let dwelt = min(time, track.last?.time ?? since) - since, needed = Self.dwell(zone, configuration)
        guard dwelt >= Self.nearly * needed else { return }
        report(Rejection(rule: rule, value: dwelt, bound: needed), zone, since, at: time, configuration, emit)
    }

    private func report(_ rejection: Rejection, _ zone: GestureName, _ since: Double, at time: Double, _ configuration: GestureConfiguration,
                        _ emit: (GestureEvent) -> Void) {
        guard configuration.explains else { return }
        var rejection = rejection
        rejection.zone = zone
        rejection.remedy = Remedy(for: rejection, configuration, zone: 0)
        emit(GestureEvent(time: time, kind: .rejected(rejection), began: since))
    }

    private static func dwell(_ zone: GestureName, _ configuration: GestureConfiguration) -> Double {
        configuration.gaze.zones.first { $0.name == zone }?.dwell ?? .infinity
    }
}
