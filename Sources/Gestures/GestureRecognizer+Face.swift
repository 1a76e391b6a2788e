/// Mouth, lids and brows.
extension GestureRecognizer {
    /// Follows the face's rest while nothing may fire.
    mutating func learnFace(_ sample: HeadSample) {
        for expression in FacialExpression.allCases where configuration.expressions.isUsed(expression) {
            expressions[expression].learn(sample, configuration)
        }
    }

    /// Takes the face of a sample whose head is certain.
    mutating func followFace(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) {
        guard case .tracking = phase, !isPaused, configuration.expressions.isOn, let offset = sight?.offset else { return }
        let time = sample.time, configuration = configuration
        let around = ExpressionMachine.Surroundings(time: time, turn: offset.length, yaw: sample.angles?.yaw)
        for expression in FacialExpression.allCases where configuration.expressions.isUsed(expression) {
            let wasHeld = held.holds(.expression(expression))
            expressions[expression].add(sample, around, configuration, &held, { machine.report($0, at: time, configuration, emit) }, emit)
            if wasHeld, !held.holds(.expression(expression)) { machine.refractory.ended(.holdExpression(expression), at: time) }
        }
    }
}
