/// The machines of all expressions. Those that nothing uses rest.
struct ExpressionMachines: Sendable {
    private var machines = PerExpression(each: ExpressionMachine.init)

    /// Whether the face may be away from its rest without a hold, so that every frame matters.
    func isMoving(_ expression: FacialExpression) -> Bool { machines[expression].isMoving }

    /// How far the face is beyond its rest; `nil` if that was not seen for a while, or the rest is not known.
    func size(_ expression: FacialExpression, at time: Double, _ rules: GestureRules) -> Double? { machines[expression].size(at: time, rules) }

    /// Takes a measurement while nothing may fire: only the rest follows.
    mutating func learn(_ sample: HeadSample, _ configuration: GestureConfiguration) {
        for expression in FacialExpression.allCases where configuration.expressions.isUsed(expression) { machines[expression].learn(sample, configuration) }
    }

    /// Takes the face of a sample whose head is certain.
    mutating func add(_ sample: HeadSample, _ around: ExpressionMachine.Surroundings, _ configuration: GestureConfiguration, _ held: inout HeldGestures,
                      _ judge: inout GestureJudge, _ emit: (GestureEvent) -> Void) {
        let time = around.time
        for expression in FacialExpression.allCases where configuration.expressions.isUsed(expression) {
            let wasHeld = held.holds(.expression(expression))
            machines[expression].add(sample, around, configuration, &held, { judge.report($0, at: time, configuration, emit) }, emit)
            if wasHeld, !held.holds(.expression(expression)) { judge.ended(.holdExpression(expression), at: time) }
        }
    }

    /// Nothing that has begun counts.
    mutating func end() { for expression in FacialExpression.allCases { machines[expression].end() } }

    /// The face's rest is measured again.
    mutating func forget() { for expression in FacialExpression.allCases { machines[expression].forget() } }
}
