/// Makes a template of courses: its average, the channels that carry the movement, and the weight of each.
enum TaughtTemplate {
    /// Least noise of each channel, from the trackers' errors on recorded clips.
    static let noiseFloor: TaughtPoint = {
        var floor = TaughtPoint.zero
        for channel in TaughtChannel.allCases {
            floor[channel.index] = switch channel {
            case .turnLeft, .turnUp: 0.008
            case .noseLeft, .noseUp: 0.012
            case .placeLeft, .placeUp: 0.005
            case .tilt: 0.008
            case .size: 0.008
            case .mouth: 0.02
            case .lids: 0.03
            case .brows: 0.014
            case .smile: 0.026
            }
        }
        return floor
    }()

    /// A channel carries the movement if its signal over its tolerance is at least this part of the clearest channel's.
    private static let carries: Float = 0.35
    /// Movement of brows and smile that the mesh shows for each IOD by which the head turns or tilts, and by which the lips open: nine of ten recorded
    /// people show less (docs/lab/taught.md).
    private static let brows = (turn: 0.5 as Float, lips: 0.5 as Float), smile = (turn: 1.1 as Float, lips: 2.1 as Float)
    /// How much a channel that does not carry the movement may move, as a part of the movement.
    private static let bystander: Float = 0.7

    /// - Returns: `nil` if there is no movement.
    static func make(_ name: GestureName, _ courses: [TaughtCourse], limits: TaughtGesture.Limits) -> TaughtGesture? {
        guard courses.count >= 2 else { return nil }
        let present = courses.reduce(TaughtPoint(repeating: 1)) { $0 * $1.present }
        var noise = TaughtPoint.zero
        for course in courses { noise += course.noise / (2 * Float(courses.count)) }  // the largest of a rest is twice its deviation
        noise = pointwiseMax(noise, noiseFloor)
        let first = TaughtAverage(courses, weights: present.masking(1 / noise))
        let firstTolerance = (noise * noise + first.spread * first.spread).squareRoot()
        let average = TaughtAverage(courses, weights: present.masking(1 / firstTolerance))
        var tolerance = (noise * noise + average.spread * average.spread).squareRoot()
        let power = present.masking(TaughtCourse(points: average.points, noise: noise, present: present).power)
        let clarity = present.masking((power - shown(of: power)) / tolerance)
        let clearest = clarity.max()
        guard clearest > 0 else { return nil }
        let channels = TaughtChannel.allCases.filter { clarity[$0.index] >= carries * clearest }
        let ofHead = channels.filter { !$0.isOfFace }
        let carried = (ofHead.isEmpty ? channels : ofHead).map { power[$0.index] }.max() ?? 0
        for channel in TaughtChannel.allCases where !channels.contains(channel) {
            tolerance[channel.index] = channel.isOfFace ? 0 : max(tolerance[channel.index] * 1.5, bystander * carried)
        }
        tolerance = present.masking(tolerance)
        var points = average.points
        for place in points.indices {
            for channel in TaughtChannel.allCases where !channels.contains(channel) { points[place][channel.index] = 0 }
        }
        return TaughtGesture(name: name, channels: channels, limits: limits, repetitions: courses.count, rate: TaughtRate(expected: 0, upper95: 0, hours: 0), points: points,
                             tolerance: tolerance)
    }

    /// The part of each channel's movement that is no movement of its own, but what the mesh shows of another one's.
    private static func shown(of power: TaughtPoint) -> TaughtPoint {
        let turn = TaughtChannel.allCases.filter(\.turns).map { power[$0.index] }.max() ?? 0, lips = power[TaughtChannel.mouth.index]
        var shown = TaughtPoint.zero
        shown[TaughtChannel.brows.index] = brows.turn * turn + brows.lips * lips
        shown[TaughtChannel.smile.index] = smile.turn * turn + smile.lips * lips
        return shown
    }
}

extension TaughtPoint {
    /// The other point where this one is not zero, else zero.
    func masking(_ other: TaughtPoint) -> TaughtPoint { other.replacing(with: 0, where: self .== 0) }
}
