/// Decisions and reports.
extension GestureStateMachine {
    /// Decides what the waiting strokes were.
    mutating func decide(at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard !waiting.isEmpty else { return }
        if var thresholds = lastThresholds {
            thresholds.configuration = configuration
            if let verdict = oscillation.verdict(isOver: true, thresholds) {
                return endOscillation(verdict, at: time, configuration, emit)
            }
        }
        let over = waiting
        waiting = WaitingStrokes()
        over.settle(configuration) { report($0, at: time, configuration, emit) }
    }

    /// Ends a nod or a shake; its swings are not also reported as other gestures.
    mutating func endOscillation(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        waiting = WaitingStrokes()
        lingered = nil
        oscillation.told()
        let goesOn = verdict.journey.began < reportedUntil
        if report(verdict, at: time, configuration, emit) || goesOn {
            // It is told before it is certain that no swing follows; one that follows soon is a part of it.
            reportedUntil = max(reportedUntil, verdict.journey.ended + configuration.resolve)
        }
    }

    /// Emits a gesture unless a rule withholds it; emits a rejection if the configuration requests those.
    /// - Returns: whether a gesture was emitted, or a hold may begin.
    @discardableResult
    mutating func report(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration,
                         _ emit: (GestureEvent) -> Void) -> Bool {
        switch verdict.outcome {
        case .rejection(let rejection):
            tell(rejection, verdict.journey, at: time, configuration, emit)
            return false
        case .hold(let gesture): return permit(gesture, verdict.journey, at: time, configuration, emit) != nil
        case .gesture(let kind):
            guard let gesture = kind.gesture, let permit = permit(gesture, verdict.journey, at: time, configuration, emit) else { return false }
            var event = GestureEvent(time: time, kind: kind, journey: verdict.journey)
            event.eyes = permit.eyes
            emit(event)
            return true
        }
    }

    /// What is known of a gesture that may fire.
    struct Permit {
        /// What the eyes did; `nil` if the gesture has no eye condition.
        var eyes: EyeBehavior?
    }

    /// Lets a gesture fire, which counts it, or emits the rejection.
    mutating func permit(_ gesture: HeadGesture, _ journey: Journey, at time: Double, _ configuration: GestureConfiguration,
                         _ emit: (GestureEvent) -> Void) -> Permit? {
        lingered = nil
        var rejection = Rejection(rule: .restless, value: 2, bound: 1)
        if journey.began >= reportedUntil - GestureRules.roundoff {
            let seen = eyes.judge(gesture, journey, configuration)
            // The lips first, because they have a remedy.
            let talking = isConvincing(gesture, journey, configuration) ? nil : refractory.talking(during: gesture, at: time, configuration)
            guard let objection = talking ?? unlikely(gesture, journey, configuration) ?? seen?.objection
                ?? refractory.objection(to: gesture, at: time, configuration) else {
                reportedUntil = journey.ended
                oscillation.forget(until: reportedUntil)
                return Permit(eyes: seen?.behavior)
            }
            rejection = objection
        }
        if case .taught(let name) = gesture { rejection.taught = name }
        tell(rejection, journey, at: time, configuration, emit)
        return nil
    }

    private func tell(_ given: Rejection, _ journey: Journey, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard configuration.explains else { return }
        var rejection = given
        rejection.remedy = rejection.remedy ?? Remedy(for: rejection, configuration, zone: lastThresholds?.zone.radius ?? 0)
        emit(GestureEvent(time: time, kind: .rejected(rejection), journey: journey))
    }
}
