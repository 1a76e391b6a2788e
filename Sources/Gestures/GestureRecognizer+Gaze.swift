/// Looks at zones.
extension GestureRecognizer {
    /// The zone that is looked at, if its gesture is under way.
    public var heldZone: GestureName? { gaze.held }

    /// Where the user looks, from ``GazeRules/middle``, as the offset of a head that turned there, in IOD: 10 degrees are 0.21. Zero for the
    /// moment of a blink; `nil` if the gaze is unknown or nothing may move.
    public var gazeOffset: HeadOffset? {
        guard offset != nil, armedUntil == nil, let middle = configuration.gaze.middle, let time = lastSample, let look = gaze.track.last else { return nil }
        let age = gaze.track.age(at: time)
        guard age <= GazeTrack.freshness else { return age <= GazeTrack.blink ? HeadOffset(left: 0, up: 0) : nil }
        let away = look.direction - look.direction(to: middle)  // sines of small angles
        return HeadOffset(left: -away.x, up: away.y) * GestureRules.turnLever
    }

    /// Takes the gaze of a sample whose head is certain. While the rest is measured again, and while a question is asked, nothing fires.
    mutating func followGaze(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        guard case .tracking = phase, !isPaused, armedUntil == nil, configuration.gaze.isActive else {
            return endGaze(at: sample.time, reason: .recalibrated, emit)
        }
        let time = sample.time, configuration = configuration
        var refractory = machine.refractory
        let ended = gaze.add(sample.gaze, at: time, configuration, { refractory.objection(to: $0, at: time, configuration) }, emit)
        if let ended { refractory.ended(.gaze(ended), at: time) }
        machine.refractory = refractory
    }

    mutating func endGaze(at time: Double, reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        if let zone = gaze.end(at: time, reason: reason, emit) { machine.refractory.ended(.gaze(zone), at: time) }
    }
}
