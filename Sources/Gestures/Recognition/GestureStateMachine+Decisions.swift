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
        oscillation.restart()
        report(verdict, at: time, configuration, emit)
    }

    /// Emits a gesture unless a rule withholds it; emits a rejection if the configuration requests those.
    /// - Returns: whether a gesture was emitted.
    @discardableResult
    mutating func report(_ verdict: Verdict, at time: Double, _ configuration: GestureConfiguration,
                         _ emit: (GestureEvent) -> Void) -> Bool {
        var rejection: Rejection
        switch verdict.outcome {
        case .rejection(let given): rejection = given
        case .gesture(let kind):
            lingered = nil
            if verdict.journey.began < reportedUntil - GestureRules.roundoff {
                rejection = Rejection(rule: .restless, value: 2, bound: 1)
                break
            }
            let seen = kind.gesture.flatMap { eyes.judge($0, verdict.journey, configuration) }
            guard let objection = kind.gesture.flatMap({ seen?.objection ?? refractory.objection(to: $0, at: time, configuration) }) else {
                var event = GestureEvent(time: time, kind: kind, journey: verdict.journey)
                event.eyes = seen?.behavior
                emit(event)
                reportedUntil = verdict.journey.ended
                oscillation.forget(until: reportedUntil)
                return true
            }
            rejection = objection
        }
        guard configuration.explains else { return false }
        if case .gesture(let kind) = verdict.outcome, case .taught(let name)? = kind.gesture { rejection.taught = name }
        rejection.remedy = rejection.remedy ?? Remedy(for: rejection, configuration, zone: lastThresholds?.zone.radius ?? 0)
        emit(GestureEvent(time: time, kind: .rejected(rejection), journey: verdict.journey))
        return false
    }
}
