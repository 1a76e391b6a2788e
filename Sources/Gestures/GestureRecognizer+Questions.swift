/// Questions that are answered with a nod or a shake.
extension GestureRecognizer {
    /// Asks a question. The first nod or shake within `timeout` seconds is the answer. A movement that began before the question does not
    /// count, not even if it goes on after a pause, nor does a nod that might be a shake. A calibration under way, as of a user who has
    /// just arrived, is shortened to half a second.
    public mutating func ask(at time: Double, timeout: Double, _ emit: (GestureEvent) -> Void) {
        guard timeout > 0, timeout.isFinite, time.isFinite, !isPaused else { return }
        if armedUntil != nil { emit(GestureEvent(time: time, kind: .answer(.none))) }
        machine.oscillation.ask(at: time, idleZone, configuration.rules)  // first, because the end forgets the path
        endGesture(at: time, reason: .recalibrated, emit)
        if case .calibrating(_, let former) = phase {
            phase = .calibrating(Calibration(samples: configuration.calibrationSamples, tolerance: configuration.calibrationTolerance,
                                             limit: configuration.rules.quickCalibration, rules: configuration.rules), former: former)
        }
        armedUntil = time + timeout
        emit(GestureEvent(time: time, kind: .armed(until: time + timeout)))
    }

    /// Withdraws the question.
    public mutating func withdraw(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard armedUntil != nil else { return }
        armedUntil = nil
        emit(GestureEvent(time: time, kind: .answer(.none)))
    }

    /// The settings in effect. A question enables nods and shakes, even during speech and if nothing else uses them. A head that steers
    /// does not settle.
    func current(_ isSteering: Bool) -> GestureConfiguration {
        guard armedUntil != nil || isSteering || tilt.isAway else { return configuration }
        var current = configuration
        if armedUntil != nil {
            current.nod = true
            current.shake = true
            // People say yes while they nod.
            current.filters[.nod].quietMouth = 0
            current.filters[.shake].quietMouth = 0
        }
        if isSteering || tilt.isAway { current.settleTime = .infinity }
        return current
    }

    /// Passes an event on while a question is asked, followed by the answer if the event is one.
    static func hear(_ event: GestureEvent, _ until: Double, _ isAnswered: inout Bool, _ emit: (GestureEvent) -> Void) {
        emit(event)
        guard !isAnswered, event.time <= until, let answer = GestureAnswer(event.kind) else { return }
        isAnswered = true
        emit(GestureEvent(time: event.time, kind: .answer(answer)))
    }

    mutating func endQuestion(_ isAnswered: Bool, at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let until = armedUntil else { return }
        if isAnswered {
            armedUntil = nil
        } else if time >= until {
            withdraw(at: time, emit)
        }
    }
}
