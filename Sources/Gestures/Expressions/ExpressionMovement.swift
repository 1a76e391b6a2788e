/// Measures an expression from the moment the face leaves its rest. Times in seconds.
struct ExpressionMovement: Sendable {
    let expression: FacialExpression
    /// When the face left its rest, interpolated, and the first measurement away from it.
    let left: Double
    let began: Double
    /// Rest before it.
    private let rested: Double
    /// Speed of the lips before it, in IOD a second.
    private let speech: Double
    /// When the threshold was first crossed, and since when the face has been beyond it without a break.
    private(set) var crossed: Double?
    private(set) var beyondSince: Double?
    /// Seconds beyond the threshold.
    private var beyond = 0.0
    private var last: Double
    /// The furthest value, and when the movement had come near to it.
    private(set) var peak = 0.0
    private var risen = (to: 0.0, at: 0.0)
    /// The furthest turn of the head from its rest, in IOD.
    private var turn = 0.0
    /// How far the lips parted meanwhile, in IOD.
    private var parted = 0.0

    init(_ expression: FacialExpression, left: Double, at time: Double, rested: Double, speech: Double) {
        self.expression = expression
        self.left = left
        self.rested = rested
        self.speech = speech
        began = time
        last = left
        risen.at = left
    }

    /// - Parameters:
    ///   - crossing: when the threshold was crossed outwards or back, if that was in this step.
    ///   - turn: of the head from its rest, in IOD.
    ///   - parted: distance of the lips beyond the one before the movement, in IOD.
    mutating func add(_ value: Double, at time: Double, crossing: Double, turn: Double, parted: Double, _ threshold: Double, _ rules: GestureRules) {
        let isBeyond = value >= (beyondSince == nil ? threshold : rules.stayOfExpression * threshold)
        if isBeyond {
            if crossed == nil { crossed = crossing }
            beyond += time - (beyondSince == nil ? crossing : last)
        } else if beyondSince != nil {
            beyond += max(0, crossing - last)
        }
        beyondSince = isBeyond ? beyondSince ?? crossing : nil
        peak = max(peak, value)
        if value > risen.to * (1 + rules.risingExpression) { risen = (value, time) }
        self.turn = max(self.turn, turn)
        self.parted = max(self.parted, parted)
        last = time
    }

    /// Whether it was nearly a gesture: speech has hundreds of small openings, and people blink all the time.
    func isWorthAWord(until end: Double, _ configuration: GestureConfiguration) -> Bool {
        let threshold = configuration.expressions[expression], rules = configuration.rules
        if expression == .eyesClosed, max(beyond, peak < threshold ? end - left : 0) < rules.blink / 2 { return false }
        return peak >= threshold || peak >= rules.swingThreshold * threshold && objection(configuration) == nil
    }

    /// The rule that a movement breaks which is back now; `nil` if it is a gesture.
    func objectionToReturn(_ configuration: GestureConfiguration) -> Rejection? {
        if peak < configuration.expressions[expression] { return rejection(.tooSmall, peak, configuration.expressions[expression]) }
        if let objection = objection(configuration) { return objection }
        let shortest = expression.shortest(configuration)
        if beyond < shortest - GestureRules.roundoff { return rejection(expression == .eyesClosed ? .blinked : .tooShort, beyond, shortest) }
        return beyond > configuration.discreteMax ? rejection(.tooLong, beyond, configuration.discreteMax) : nil
    }

    /// Why no hold may begin at `time`.
    func objectionToHold(at time: Double, _ configuration: GestureConfiguration) -> Rejection? { objection(configuration) }

    private func objection(_ configuration: GestureConfiguration) -> Rejection? {
        let rules = configuration.rules
        if turn > rules.turnOfExpression { return rejection(.turned, turn, rules.turnOfExpression) }
        let quiet = configuration.quietMouth(for: .expression(expression))
        if expression.isOfSpeech, quiet > 0, speech > quiet { return rejection(.talking, speech, quiet) }
        if let most = expression.opening(rules), parted > most { return rejection(.opened, parted, most) }
        let rest = expression.restBefore(rules)
        if rested < rest - GestureRules.roundoff { return rejection(.notRested, rested, rest) }
        if let crossed, crossed - left > configuration.onsetMax + GestureRules.roundoff {
            return rejection(.crept, crossed - left, configuration.onsetMax)
        }
        guard expression == .mouth, risen.at - left > max(rules.longestRise, configuration.onsetMax) + GestureRules.roundoff else { return nil }
        return rejection(.yawned, risen.at - left, max(rules.longestRise, configuration.onsetMax))
    }

    func rejection(_ rule: Rejection.Rule, _ value: Double, _ bound: Double) -> Rejection {
        var rejection = Rejection(rule: rule, value: value, bound: bound)
        rejection.expression = expression
        return rejection
    }
}
