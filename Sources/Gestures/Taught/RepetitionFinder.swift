/// Finds where one movement begins and ends. Its base is fixed while it is under way, because one that followed would take the movement for rest.
struct RepetitionFinder: Sendable {
    enum Step: Equatable {
        case moving
        /// Over before it was a movement.
        case twitched
        /// It does not end.
        case lasted
        case ended(Int)
    }

    /// Number of points of a movement, of the stillness that ends it, and of the stillness in another place that ends it.
    private static let shortest = 5, still = 5, settled = 24
    /// Parts of the threshold below which the head is still, and has not left its base.
    private static let stillPart: Float = 0.6, basePart: Float = 0.4
    /// Part of the largest distance within which the head is back.
    private static let backPart: Float = 0.35

    private(set) var began: Int
    private let base: TaughtPoint
    private let weights: TaughtPoint
    private let threshold: Float
    private var peak: Float = 0
    private var stillSince: Int?

    /// - Returns: `nil` if the head has not begun to move.
    init?(_ stream: borrowing TaughtStream, _ index: Int, _ noise: RestNoise) {
        weights = noise.weights * stream.present
        threshold = noise.threshold
        let weights = weights, rest = RestNoise.base(stream, index)
        func activity(_ index: Int, _ base: TaughtPoint) -> Float { ((stream[index] - base).magnitude * weights).max() }
        guard activity(index, rest) > threshold, activity(index - 1, rest) > threshold * 0.8 else { return nil }
        var first = index
        while first > max(8, index - 16), activity(first, rest) > threshold * Self.basePart { first -= 1 }
        began = first
        base = stream.base(first)
    }

    mutating func add(_ stream: borrowing TaughtStream, _ index: Int, _ noise: RestNoise) -> Step {
        let away = ((stream[index] - base).magnitude * weights).max()
        peak = max(peak, away)
        let isStill = ((stream[index] - stream[index - 4]).magnitude * weights).max() < threshold * Self.stillPart
        guard isStill else {
            stillSince = nil
            return Double(index - began) / TaughtGesture.rate > Teacher.longest ? .lasted : .moving
        }
        let since = stillSince ?? index
        stillSince = since
        let isBack = away < max(threshold * Self.stillPart, Self.backPart * peak)
        guard index - since >= (isBack ? Self.still : Self.settled) else { return .moving }
        if !isBack, away > 0.6 * peak { return .lasted }
        let end = max(began + 1, since - 2)
        return end - began < Self.shortest ? .twitched : .ended(end)
    }
}
