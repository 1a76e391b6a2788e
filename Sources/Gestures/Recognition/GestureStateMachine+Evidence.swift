/// What a look or a hold is worth by its evidence: one that the rules accept must not be quite unlike a gesture, and some rules yield to one that
/// is much like a gesture.
extension GestureStateMachine {
    /// The objection to a look or a hold that has fewer points than ordinary movements have `ordinaryRate` times an hour.
    func unlikely(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> Rejection? {
        let rate = configuration.rules.ordinaryRate
        guard rate < .infinity, let (points, card) = weigh(gesture, journey, configuration) else { return nil }
        let least = card.points(atRate: rate)
        guard points < least else { return nil }
        return Rejection(rule: .unlikely, value: points.rounded(.down), bound: least.rounded(.up), direction: gesture.direction)
    }

    /// Whether a look or a hold has so many points that rules yield to it.
    func isConvincing(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> Bool {
        let rate = configuration.rules.yieldRate
        guard rate > -.infinity, let (points, card) = weigh(gesture, journey, configuration) else { return false }
        return points >= card.points(atRate: rate)
    }

    /// The points of a look or a hold; `nil` for other gestures, and where too little of it is known.
    private func weigh(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> (points: Double, card: Card)? {
        guard var thresholds = lastThresholds, let rest = oscillation.rest else { return nil }
        thresholds.configuration = configuration
        let kind: Proposal.Kind, direction: HeadDirection
        switch gesture {
        case .stroke(let side): (kind, direction) = (.look, side)
        case .hold(let side): (kind, direction) = (.hold, side)
        default: return nil
        }
        guard let features = evidence.features(of: kind, direction, from: journey.began, to: journey.ended, rest: rest, thresholds) else { return nil }
        let card = Card.of(kind)
        return (card.points(for: features), card)
    }
}
