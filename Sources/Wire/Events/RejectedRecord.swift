import GestureNames

/// A movement that a rule refused.
package struct RejectedRecord: EventContent {
    private let name: String?
    package let rule: String
    /// What was measured, and its limit.
    package let value: Double, bound: Double
    private let direction: String?, shoulder: String?, expression: String?, zone: String?
    private let points: PointsRecord?
    /// The setting with which it would have counted, and the value that would have been enough.
    private let key: String?, enough: Double?

    package init(_ rejection: Rejection) {
        (rule, value, bound) = (rejection.rule.rawValue, rejection.value, rejection.bound)
        (direction, key, enough) = (rejection.direction?.rawValue, rejection.remedy?.key, rejection.remedy?.value)
        name = rejection.taught.map { "\(HeadGesture.taught($0))" }
        points = rejection.points.map(PointsRecord.init)
        (shoulder, expression, zone) = (rejection.shoulder?.rawValue, rejection.expression?.rawValue, rejection.zone?.description)
    }

    /// `nil` for a rule of another version.
    private var rejection: Rejection? {
        guard let rule = Rejection.Rule(rawValue: rule) else { return nil }
        let remedy = key.flatMap { key in enough.map { Remedy(key: key, value: $0) } }
        var rejection = Rejection(rule: rule, value: value, bound: bound, direction: direction.flatMap(HeadDirection.init), remedy: remedy)
        rejection.shoulder = shoulder.flatMap(Shoulder.init)
        rejection.expression = expression.flatMap(FacialExpression.init)
        rejection.zone = zone.flatMap { GestureName($0) }
        rejection.points = points?.sum
        if case .taught(let gesture)? = name.flatMap(HeadGesture.init) { rejection.taught = gesture }
        return rejection
    }

    package var words: String? {
        rejection.map { "  not recognised" + ($0.subject.map { " (\($0))" } ?? "") + ": \($0)" }
    }
}
