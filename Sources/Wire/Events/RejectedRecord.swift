import GestureNames

/// A movement that a rule refused.
package struct RejectedRecord: EventContent {
    /// That of the movement, out and back; `nil` if it was none in particular.
    private let gesture: String?
    package let rule: String
    /// What was measured, and its limit.
    package let value: Double, bound: Double
    private let points: PointsRecord?
    /// The setting with which it would have counted, and the value that would have been enough.
    private let key: String?, enough: Double?

    package init(_ rejection: Rejection) {
        (rule, value, bound) = (rejection.rule.rawValue, rejection.value, rejection.bound)
        (gesture, key, enough) = (rejection.gesture?.description, rejection.remedy?.key, rejection.remedy?.value)
        points = rejection.points.map(PointsRecord.init)
    }

    /// `nil` for a rule of another version.
    private var rejection: Rejection? {
        guard let rule = Rejection.Rule(rawValue: rule) else { return nil }
        let remedy = key.flatMap { key in enough.map { Remedy(key: key, value: $0) } }
        var rejection = Rejection(rule: rule, value: value, bound: bound, remedy: remedy)
        rejection.gesture = gesture.flatMap(HeadGesture.init)
        rejection.points = points?.sum
        return rejection
    }

    package var words: String? {
        rejection.map { "  not recognised" + ($0.gesture.map { " (\($0))" } ?? "") + ": \($0)" }
    }
}
