/// How expressions differ.
extension FacialExpression {
    /// How far a measurement is from the rest, in the unit of ``ExpressionLimits``.
    func value(_ measured: Double, rest: Double) -> Double {
        switch self {
        case .mouth: measured - rest
        case .eyesClosed: rest > 0 ? 1 - measured / rest : 0
        case .brows, .smile: rest > 0 ? measured / rest - 1 : 0
        }
    }

    /// The rest's quantile and its largest change a second: ``FaceRest``.
    func rest(_ rules: GestureRules) -> (quantile: Double, pace: Double) {
        switch self {
        case .mouth: (rules.mouthRestQuantile, rules.mouthRestPace)
        case .eyesClosed: (rules.lidRestQuantile, rules.lidRestPace)
        case .brows: (rules.browRestQuantile, rules.browRestPace)
        case .smile: (rules.smileRestQuantile, rules.smileRestPace)
        }
    }

    /// Whether people who speak make it all the time: then they must not have spoken before it, nor afterwards, and it must not come again
    /// at once. Lids blink at any time.
    var isOfSpeech: Bool { self != .eyesClosed }

    /// Whether it moves the lips itself, so that their movement meanwhile is not speech.
    var movesLips: Bool { self == .mouth || self == .smile }

    /// Minimum rest before it, in seconds.
    func restBefore(_ rules: GestureRules) -> Double { isOfSpeech ? rules.mouthRest : rules.restBefore }

    /// Shortest time beyond the threshold, in seconds.
    func shortest(_ configuration: GestureConfiguration) -> Double {
        self == .eyesClosed ? max(configuration.rules.blink, configuration.discreteMin) : configuration.discreteMin
    }

    /// How far the lips may open meanwhile, in IOD: a laugh opens them with the smile, surprise and a yawn with the brows. `nil` if it does
    /// not matter.
    func opening(_ rules: GestureRules) -> Double? { self == .brows || self == .smile ? rules.openingOfExpression : nil }
}
