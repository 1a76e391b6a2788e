/// The points of a look or a hold, and the card by which they count.
struct GesturePoints {
    private let features: Features
    private let card: Card
    private let points: Double

    /// `nil` for other gestures, and where too little of the movement is known.
    init?(_ gesture: HeadGesture, _ journey: Journey, _ evidence: borrowing Evidence, rest: HeadOffset, _ thresholds: EffectiveThresholds) {
        let kind: Proposal.Kind, direction: HeadDirection
        switch gesture {
        case .look(let side): (kind, direction) = (.look, side)
        case .hold(let side): (kind, direction) = (.hold, side)
        default: return nil
        }
        guard let features = evidence.features(of: kind, direction, from: journey.began, to: journey.ended, rest: rest, thresholds) else { return nil }
        self.features = features
        card = Card.of(kind)
        points = card.points(for: features)
    }

    /// Whether ordinary movements have so many at most `rate` times an hour, as a logarithm.
    func suffice(for rate: Double) -> Bool { points >= card.points(atRate: rate) }

    /// The objection to a gesture with fewer points than that.
    func objection(to gesture: HeadGesture, for rate: Double) -> Rejection? {
        let least = card.points(atRate: rate)
        guard points < least else { return nil }
        var rejection = Rejection(rule: .unlikely, value: points.rounded(.down), bound: least.rounded(.up), direction: gesture.direction)
        rejection.points = card.sum(for: features, atRate: rate)
        return rejection
    }
}
