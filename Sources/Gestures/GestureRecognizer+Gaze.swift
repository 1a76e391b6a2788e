/// Looks at zones.
extension GestureRecognizer {
    /// The zone that is looked at, if its gesture is under way.
    public var heldZone: GestureName? { held.zone }

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
            endHold(.gaze, at: sample.time, reason: .recalibrated, emit)
            return gaze.end()
        }
        let time = sample.time, configuration = configuration, wasHeld = held.zone
        gaze.add(sample.gaze, at: time, configuration, &held, {
            machine.refractory.talking(during: $0, at: time, configuration) ?? machine.refractory.objection(to: $0, at: time, configuration)
        }, emit)
        if let wasHeld, held.zone == nil { machine.refractory.ended(.gaze(wasHeld), at: time) }
    }
}
