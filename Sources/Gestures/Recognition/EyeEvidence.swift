/// Measurements of an eye during a movement of the head, against the eye at rest.
struct EyeEvidence: Sendable {
    /// Number of measurements with a sufficient turn of the head.
    private(set) var count = 0
    /// Sums for the regression: turn times movement of the iris, and squared turn, both in the movement's direction.
    private(set) var product = 0.0, square = 0.0
    /// The two largest movements of the iris.
    private(set) var longest = -Double.infinity, second = -Double.infinity

    /// Movement of the iris for each degree: slope of the regression line through the rest.
    var slope: Double { square > 0 ? product / square : 0 }

    /// - Parameters:
    ///   - way: movement of the iris, in half widths of the eye.
    ///   - turn: the head's, in degrees.
    mutating func add(_ way: Double, turn: Double, _ rules: GestureRules) {
        if way > longest { (longest, second) = (way, longest) } else { second = max(second, way) }
        guard turn >= rules.leastEyeTurn else { return }
        count += 1
        product += turn * way
        square += turn * turn
    }

    /// What the eyes did.
    func behavior(_ direction: HeadDirection, _ rules: GestureRules) -> EyeBehavior {
        if second >= rules.eyeJump.along { return .along }
        guard count >= rules.leastEyeLooks, square >= rules.leastEyeTurns else { return .unknown }
        if slope >= rules.eyesAlong[direction] { return .along }
        return slope <= rules.eyesAhead[direction] && second < rules.eyeJump.ahead ? .ahead : .unclear
    }
}
