/// Looks at zones.
extension GestureRecognizer {
    /// The zone that is looked at, if its gesture is under way.
    public var heldZone: GestureName? { gaze.held }

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
