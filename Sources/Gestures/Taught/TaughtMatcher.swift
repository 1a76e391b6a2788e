/// Looks for one template in a stream: subsequence dynamic time warping by SPRING (Sakurai, Faloutsos and Yamamuro, ICDE 2007), on the course and its
/// speed (derivative dynamic time warping: Keogh and Pazzani, SDM 2001).
///
/// Every path carries the place where it began, and is measured from there: a head that wanders slowly between movements is no hindrance, and
/// a movement does not pull its own base along.
struct TaughtMatcher: Sendable {
    /// A part of the stream that may be the movement.
    struct Candidate: Equatable, Sendable {
        /// First and last point in the stream.
        var start: Int, end: Int
        var likeness: Double
        /// As a multiple of the template's.
        var size: Double

        /// In seconds.
        var duration: Double { Double(end - start) / TaughtGesture.rate }
    }

    /// A path to one point of the template.
    private struct Path: Sendable {
        var cost = Float.infinity
        var start = 0
        /// Sums over the path: stream by template, and the squares of both.
        var product: Float = 0, stream: Float = 0, template: Float = 0
    }

    /// Number of points for which a better end may still come, and for which the head must be still afterwards.
    static let lookahead = 5
    /// Number of points before the movement in which the head must be still.
    private static let restBefore = 6
    /// Movement during the rest before and after, as a part of the template's size.
    private static let stillness = 0.5
    /// How far a movement may be beyond the limits of duration and size to be explained as one that is too slow or too small.
    private static let near = 1.4
    /// The part of the movement's duration over which a speed is compared with a distance, and the bounds of its weight.
    private static let pacePart: Float = 0.25, paces: ClosedRange<Float> = 1...4
    /// Likeness below the limit that is still explained.
    private static let nearLikeness = 0.15

    let name: GestureName
    private(set) var limits: TaughtGesture.Limits
    private let channels: TaughtPoint
    private let weights: TaughtPoint
    private let points: [TaughtPoint]
    /// Weight of the speed: in a slow movement it counts over a longer time.
    private let pace: Float
    private let speeds: [TaughtPoint]
    /// Squared length of each of the template's points, with its speed.
    private let squares: [Float]
    /// The template's largest distance from its beginning.
    private let reach: Float
    private var paths: [Path]
    /// The best part of the stream so far that is not decided yet.
    private(set) var best: Candidate?
    /// End of the last part that was refused: what begins before it is refused without a word.
    private var refusedUntil = -1
    /// The course of the last movement that was recognised.
    private var remembered: [TaughtPoint] = []
    /// No path begins before this index.
    private var from = 0

    init(_ gesture: TaughtGesture) {
        name = gesture.name
        limits = gesture.limits
        weights = gesture.weights
        channels = gesture.channels.reduce(into: TaughtPoint.zero) { $0[$1.index] = 1 }
        points = gesture.points.map { [weights] in $0 * weights }
        let pace = min(Self.paces.upperBound, max(Self.paces.lowerBound, Float(gesture.duration) * Self.pacePart / TaughtStream.speedTime))
        self.pace = pace
        speeds = TaughtCourse.speeds(gesture.points).map { [weights] in $0 * weights * pace }
        squares = zip(points, speeds).map { ($0 * $0 + $1 * $1).sum() }
        reach = points.map { ($0 * $0).sum().squareRoot() }.max() ?? 0
        paths = [Path](repeating: Path(), count: points.count)
        remembered.reserveCapacity(TaughtGesture.mostPoints)
    }

    /// The same matcher for a template that has adapted: the paths under way go on, because a template is adapted while the person may move.
    func adapted(to gesture: TaughtGesture) -> TaughtMatcher {
        var next = TaughtMatcher(gesture)
        (next.paths, next.best, next.refusedUntil, next.remembered, next.from) = (paths, best, refusedUntil, remembered, from)
        return next
    }

    /// Forgets all paths. New ones begin from `index` on.
    mutating func restart(from index: Int = 0) {
        for row in paths.indices { paths[row].cost = .infinity }
        best = nil
        refusedUntil = -1
        from = index
    }

    /// Takes the point at `index`.
    /// - Returns: the part of the stream that is decided now.
    mutating func add(_ index: Int, of stream: borrowing TaughtStream) -> Candidate? {
        guard !paths.isEmpty, index >= from + TaughtStream.warmUp else { return nil }
        guard (stream.present * channels) == channels else {
            restart(from: index + 1)
            return nil
        }
        let weights = weights * stream.present
        let point = stream[index] * weights, speed = stream.speed(index) * weights * pace
        let speedSquare = (speed * speed).sum()
        let oldest = index - Int(Self.near * limits.duration.upperBound * TaughtGesture.rate) - 1
        var diagonal = Path()  // the path one row up, before this point
        // Paths of one beginning are measured once: neighbours mostly share theirs.
        var lastStart = -1, lastAway = TaughtPoint.zero
        for row in points.indices {
            let old = paths[row]
            var chosen = Path(), least = Float.infinity, choice = TaughtPoint.zero, distance = -Float.infinity
            let pace = speed - speeds[row], paceSquare = (pace * pace).sum()
            @inline(__always) func consider(_ path: Path) {
                guard path.cost < least, path.start >= oldest else { return }
                if path.start != lastStart {
                    lastStart = path.start
                    lastAway = point - stream.base(path.start) * weights
                    distance = -.infinity
                }
                if distance < 0 {
                    let error = lastAway - points[row]
                    distance = (error * error).sum() + paceSquare
                }
                let cost = path.cost + distance
                if cost < least { (chosen, least, choice) = (path, cost, lastAway) }
            }
            if row == 0 {
                consider(Path(cost: 0, start: index))
            } else {
                consider(diagonal)
                consider(paths[row - 1])
            }
            consider(old)
            diagonal = old
            guard least < .infinity else {
                paths[row].cost = .infinity
                continue
            }
            chosen.cost = least
            chosen.product += (choice * points[row] + speed * speeds[row]).sum()
            chosen.stream += (choice * choice).sum() + speedSquare
            chosen.template += squares[row]
            paths[row] = chosen
        }
        return judge(index)
    }

    private mutating func judge(_ index: Int) -> Candidate? {
        if let end = paths.last, end.cost < .infinity, end.stream > 0, end.template > 0 {
            let candidate = Candidate(start: end.start, end: index, likeness: Double(end.product / (end.stream * end.template).squareRoot()),
                                      size: Double(end.product / end.template))
            let isWithin = keepsLimits(candidate), wasWithin = best.map(keepsLimits) ?? false
            let isNew = candidate.start > refusedUntil || isWithin && candidate.likeness >= limits.likeness
            if isNew, isWithin != wasWithin ? isWithin : candidate.likeness > best?.likeness ?? 0, isWithin || isNear(candidate) { best = candidate }
        }
        guard let best, index >= best.end + Self.lookahead else { return nil }
        self.best = nil
        if best.likeness < limits.likeness || !keepsLimits(best) { refusedUntil = best.end }
        return best.likeness >= limits.likeness - Self.nearLikeness ? best : nil
    }

    private func keepsLimits(_ candidate: Candidate) -> Bool { limits.duration.contains(candidate.duration) && limits.size.contains(candidate.size) }

    private func isNear(_ candidate: Candidate) -> Bool {
        func isNear(_ value: Double, _ range: ClosedRange<Double>) -> Bool { value >= range.lowerBound / Self.near && value <= range.upperBound * Self.near }
        return candidate.likeness >= limits.likeness && isNear(candidate.duration, limits.duration) && isNear(candidate.size, limits.size)
    }

    /// The rule that a part of the stream breaks.
    func objection(to candidate: Candidate, in stream: borrowing TaughtStream) -> Rejection? {
        if candidate.likeness < limits.likeness { return Rejection(rule: .tooDifferent, value: candidate.likeness, bound: limits.likeness) }
        if candidate.duration > limits.duration.upperBound { return Rejection(rule: .tooSlow, value: candidate.duration, bound: limits.duration.upperBound) }
        if candidate.duration < limits.duration.lowerBound { return Rejection(rule: .tooQuick, value: candidate.duration, bound: limits.duration.lowerBound) }
        if candidate.size < limits.size.lowerBound { return Rejection(rule: .tooWeak, value: candidate.size, bound: limits.size.lowerBound) }
        if candidate.size > limits.size.upperBound { return Rejection(rule: .tooStrong, value: candidate.size, bound: limits.size.upperBound) }
        return objectionToRest(around: candidate, in: stream)
    }

    /// Whether the head was still before and after a part of the stream.
    private func objectionToRest(around candidate: Candidate, in stream: borrowing TaughtStream) -> Rejection? {
        let weights = weights * channels
        func movement(_ index: Int, from base: TaughtPoint) -> Double {
            let away = (stream[index] - base) * weights
            return reach > 0 ? Double((away * away).sum().squareRoot() / reach) : .infinity
        }
        let base = stream.base(candidate.start)
        for back in 1...Self.restBefore where candidate.start - back >= 0 && movement(candidate.start - back, from: base) > Self.stillness {
            return Rejection(rule: .notRested, value: Double(back - 1) / TaughtGesture.rate, bound: Double(Self.restBefore) / TaughtGesture.rate)
        }
        var most = 0.0
        for index in candidate.end...min(stream.count - 1, candidate.end + Self.lookahead) { most = max(most, movement(index, from: stream[candidate.end])) }
        return most > Self.stillness ? Rejection(rule: .movedOn, value: most, bound: Self.stillness) : nil
    }

    /// Keeps the course of a part of the stream.
    mutating func remember(_ part: Candidate, of stream: borrowing TaughtStream) {
        let base = stream.base(part.start)
        remembered.removeAll(keepingCapacity: true)
        for index in part.start...min(part.end, part.start + TaughtGesture.mostPoints - 1) { remembered.append(stream[index] - base) }
    }

    /// The course that was kept last, once.
    mutating func takeRemembered() -> [TaughtPoint]? {
        guard !remembered.isEmpty else { return nil }
        defer { remembered.removeAll(keepingCapacity: true) }
        return remembered
    }
}

extension TaughtGesture {
    /// The weight of each channel: the reciprocal of its tolerance.
    var weights: TaughtPoint {
        var weights = TaughtPoint.zero
        for channel in TaughtChannel.allCases where tolerance[channel.index] > 0 { weights[channel.index] = 1 / tolerance[channel.index] }
        return weights
    }
}
