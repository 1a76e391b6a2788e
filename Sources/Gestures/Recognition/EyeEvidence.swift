/// Measurements of both eyes during a movement of the head, against the eyes at rest.
struct EyeEvidence: Sendable {
    /// Sums for the regression of one eye, in the movement's direction.
    private struct Sums {
        var count = 0
        /// Turn of the head times movement of the iris, and squared turn.
        var product = 0.0, square = 0.0
        var slope: Double { product / square }
    }

    private var right = Sums(), left = Sums()
    /// The two largest movements of an iris.
    private(set) var longest = -Double.infinity, second = -Double.infinity

    /// - Parameters:
    ///   - way: movement of the iris, in half widths of the eye.
    ///   - turn: the head's, in degrees.
    mutating func add(_ way: Double, _ eye: EyeLook.Eye, turn: Double, _ rules: GestureRules) {
        if way > longest { (longest, second) = (way, longest) } else { second = max(second, way) }
        guard turn >= rules.leastEyeTurn else { return }
        func add(to sums: inout Sums) {
            sums.count += 1
            sums.product += turn * way
            sums.square += turn * turn
        }
        if eye == .right { add(to: &right) } else { add(to: &left) }
    }

    /// Adds the sums of another movement.
    mutating func add(_ other: EyeEvidence) {
        func add(_ sums: Sums, to total: inout Sums) {
            total.count += sums.count
            total.product += sums.product
            total.square += sums.square
        }
        add(other.right, to: &right)
        add(other.left, to: &left)
    }

    /// What the eyes did.
    /// - Parameter areAlive: these eyes are known to turn in the head; otherwise this movement must show it for ``EyeBehavior/ahead``.
    func behavior(_ direction: HeadDirection, areAlive: Bool, _ rules: GestureRules) -> EyeBehavior {
        if second >= rules.eyeJump.along { return .along }
        guard isEnough(rules) else { return .unknown }
        let slope = slope(direction, rules)
        if slope >= rules.eyesAlong[direction] { return .along }
        // In a far turn the eyes may jump so late that a single measurement shows it before they are hidden.
        guard slope <= rules.eyesAhead[direction], second < rules.eyeJump.ahead, longest < rules.eyeJump.along else { return .unclear }
        return areAlive || showsTurn(rules) ? .ahead : .unknown
    }

    /// Movement of the iris for each degree of the head's turn, positive with the head; 0 if nothing was measured.
    func slope(_ direction: HeadDirection, _ rules: GestureRules) -> Double {
        // The far eye is measured early, when the eyes may not have followed yet: alone it is no sign that they stay.
        let near = direction == .right ? left : right
        if direction.isHorizontal, near.square >= rules.leastEyeTurns / 2 { return near.slope }
        if isOfBoth(rules) { return meanSlope }
        // A measurement after a small turn says little, and may be the only one of its eye.
        let square = right.square + left.square
        return square > 0 ? (right.product + left.product) / square : 0
    }

    /// Whether the eyes turned against the head.
    func showsTurn(_ rules: GestureRules) -> Bool { isEnough(rules) && isOfBoth(rules) && meanSlope <= -rules.fixedEyes }

    /// Whether there are sufficient measurements for a judgement.
    func isEnough(_ rules: GestureRules) -> Bool {
        right.count + left.count >= rules.leastEyeLooks && right.square + left.square >= rules.leastEyeTurns
    }

    /// Whether each eye was measured sufficiently.
    func isOfBoth(_ rules: GestureRules) -> Bool { min(right.square, left.square) >= rules.leastEyeTurns / 2 }

    /// The slope of one eye of a picture depends on the relief of the face; the mean of both does not.
    private var meanSlope: Double { (right.slope + left.slope) / 2 }
}
