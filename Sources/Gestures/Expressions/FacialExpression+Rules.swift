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

    /// Smallest reach of a range calibration that can be told from a camera's noise, in the unit of ``ExpressionLimits``: about twice the noise
    /// of people at rest.
    var leastReach: Double {
        switch self {
        case .mouth: 0.08
        case .eyesClosed: 0.2
        case .brows: 0.03
        case .smile: 0.08
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

extension HeadSample {
    /// The measure of an expression, and when it was seen.
    func measure(of expression: FacialExpression) -> (value: Double, seenAt: Double)? {
        switch expression {
        case .mouth: mouth.map { ($0.value, $0.seenAt) }
        case .eyesClosed: lids.map { (max($0.right, $0.left), $0.seenAt) }
        case .brows: brows.map { ($0.value, $0.seenAt) }
        case .smile: smile.map { ($0.value, $0.seenAt) }
        }
    }
}
