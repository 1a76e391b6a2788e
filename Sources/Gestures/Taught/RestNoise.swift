/// How much each channel of a resting head moves within half a second: what a movement must exceed.
struct RestNoise: Sendable {
    /// Number of points before one that is judged, which its base needs.
    static let lag = 17
    /// A movement is at least this many deviations, and this many times the largest movement of the rest.
    private static let least: Float = 4, above: Float = 1.3

    private var squares = TaughtPoint.zero
    private var count: Float = 0
    private var movements: [TaughtPoint] = []
    /// The largest movement of the head, in IOD.
    private(set) var largest: Float = 0

    /// Adds a point of the rest.
    mutating func add(_ stream: borrowing TaughtStream, _ index: Int) {
        let movement = stream[index] - Self.base(stream, index)
        squares += movement * movement
        count += 1
        movements.append(movement)
        for channel in TaughtChannel.allCases where !channel.isOfFace && stream.present[channel.index] > 0 { largest = max(largest, movement[channel.index].magnitude) }
    }

    /// The reciprocal of each channel's deviation.
    var weights: TaughtPoint {
        let noise = pointwiseMax((squares / max(1, count)).squareRoot(), TaughtTemplate.noiseFloor)
        return noise.masking(1 / noise)
    }

    /// The activity beyond which the head has begun to move.
    var threshold: Float {
        let weights = weights
        return max(Self.least, Self.above * (movements.map { ($0.magnitude * weights).max() }.max() ?? 0))
    }

    /// Where a head rests that may begin to move: the mean from 0.8 to 0.4 s ago.
    static func base(_ stream: borrowing TaughtStream, _ index: Int) -> TaughtPoint {
        var sum = TaughtPoint.zero
        for back in 8..<lag { sum += stream[index - back] }
        return sum / Float(lag - 8)
    }
}
