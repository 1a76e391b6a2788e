/// Recognises that the gaze rests on a zone.
///
/// A dwell is a fixation, by its dispersion (I-DT: Salvucci and Goldberg 2000): the smoothed gaze stays in the zone and within a few degrees.
/// Eyes that read or wander across a zone begin anew again and again. A zone fires once; then the gaze must leave it. ``HeldGestures`` knows
/// which one is held.
struct GazeDwell: Sendable {
    private enum State: Sendable {
        case elsewhere
        /// The gaze rests on a zone since then, within these directions.
        case resting(GestureName, since: Double, lowest: SIMD2<Double>, highest: SIMD2<Double>)
        /// The gaze must leave this zone first, or the zone is held.
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

    /// Takes a sample.
    /// - Parameters:
    ///   - look: not corrected; `nil` if the eyes are unknown.
    ///   - judge: why the gesture may not fire, if so; otherwise it is counted.
    mutating func add(_ look: GazeLook?, at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                      _ judge: (HeadGesture) -> Rejection?, _ emit: (GestureEvent) -> Void) {
        held.keep(.gaze, at: time)
        guard let look = track.add(look, at: time, configuration.gaze.correction) else {
            if track.age(at: time) > GazeTrack.blink { lose(at: time, configuration, &held, emit) }
            return
        }
        let zones = configuration.gaze.zones
        func isStill(in name: GestureName) -> Bool { zones.first { $0.name == name }?.contains(look, margin: Self.margin) ?? false }
        if let zone = held.zone { return hold(zone, isOut: !isStill(in: zone), at: time, configuration, &held, emit) }
        switch state {
        case .barred(let zone) where isStill(in: zone): return
        case .resting(let zone, let since, let lowest, let highest):
            guard isStill(in: zone) else {
                refuse(.notDwelt, zone, since, at: time, configuration, emit)
                break
            }
            return rest(on: zone, since, pointwiseMin(lowest, look.direction), pointwiseMax(highest, look.direction), look, at: time, configuration,
                        &held, judge, emit)
        case .barred, .elsewhere: break
        }
        let zone = zones.first { $0.contains(look) }
        state = zone.map { .resting($0.name, since: time, lowest: look.direction, highest: look.direction) } ?? .elsewhere
    }

    /// Nothing may fire, for example in a pause: a dwell begins anew.
    mutating func end() {
        state = .elsewhere
        track.forget()
    }

    /// The face is not certain: what is not held begins anew.
    mutating func doubt() {
        if case .resting = state { state = .elsewhere }
    }

    private mutating func rest(on zone: GestureName, _ since: Double, _ lowest: SIMD2<Double>, _ highest: SIMD2<Double>, _ look: GazeLook,
                               at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                               _ judge: (HeadGesture) -> Rejection?, _ emit: (GestureEvent) -> Void) {
        guard (highest - lowest).max() * Self.degrees <= Self.extent else {
            refuse(.wandered, zone, since, at: time, configuration, emit)
            state = .resting(zone, since: time, lowest: look.direction, highest: look.direction)
            return
        }
        state = .resting(zone, since: since, lowest: lowest, highest: highest)
        guard time - since >= Self.dwell(zone, configuration) - GestureRules.roundoff else { return }
        state = .barred(zone)
        if let rejection = judge(.gaze(zone)) {
            report(rejection, zone, since, at: time, configuration, emit)
        } else {
            held.begin(.gaze(zone), began: since, at: time, emit)
        }
    }

    /// Handles a look during a hold.
    private mutating func hold(_ zone: GestureName, isOut: Bool, at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                               _ emit: (GestureEvent) -> Void) {
        if held.isReleased(.gaze, isBack: isOut, at: time, configuration) {
            held.end(.gaze, .lookedAway, at: time, emit)
            state = .elsewhere
        } else if held.isTooLong(.gaze, at: time, configuration) {
            held.end(.gaze, .maxHold, at: time, emit)
            state = .barred(zone)
        }
    }

    /// The eyes have been unknown for longer than a blink.
    private mutating func lose(at time: Double, _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) {
        // Closed eyes that open again on the same zone have not looked away: the zone stays barred.
        held.end(.gaze, .eyesUnknown, at: time, emit)
        guard case .resting(let zone, let since, _, _) = state else { return }
        refuse(.eyesUnknown, zone, since, at: time, configuration, emit)
        state = .elsewhere
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
