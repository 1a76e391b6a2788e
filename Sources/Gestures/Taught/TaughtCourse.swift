/// The course of one movement at a fixed rate, relative to where it began; and what courses have in common.
struct TaughtCourse: Sendable {
    var points: [TaughtPoint]
    /// The head's restlessness just before: the largest distance of each channel from the base.
    var noise: TaughtPoint
    /// 1 for each channel that was measured all the time.
    var present: TaughtPoint

    /// - Returns: `nil` if the samples do not contain the whole movement.
    init?(_ repetition: TaughtRepetition) {
        var stream = TaughtStream()
        var present = TaughtPoint(repeating: 1)
        var kept: [(time: Double, point: TaughtPoint, base: TaughtPoint)] = []
        for sample in repetition.samples {
            guard let head = sample.head, head.isUsable else { continue }
            let before = stream.count, made = stream.add(sample, head)
            if stream.count < before { kept = [] }
            for index in (stream.count - made)..<stream.count { kept.append((stream.time(index), stream[index], stream.base(index))) }
            if sample.time >= repetition.began { present *= stream.present }
        }
        let step = 1 / TaughtGesture.rate
        guard let first = kept.firstIndex(where: { $0.time >= repetition.began - step }), first >= 4,
              let last = kept.lastIndex(where: { $0.time <= repetition.ended + step }), last - first >= 3, last - first < TaughtGesture.mostPoints
        else { return nil }
        let base = kept[first].base
        points = kept[first...last].map { $0.point - base }
        var noise = TaughtPoint.zero
        for entry in kept[max(0, first - 16)..<first] { noise = pointwiseMax(noise, (entry.point - base).magnitude) }
        self.noise = noise
        self.present = present
    }

    init(points: [TaughtPoint], noise: TaughtPoint, present: TaughtPoint) {
        self.points = points
        self.noise = noise
        self.present = present
    }

    /// The speeds of a course, on the scale of ``TaughtStream/speed(_:)``.
    static func speeds(_ points: [TaughtPoint]) -> [TaughtPoint] {
        points.indices.map { index in (points[index] - points[max(0, index - 2)]) * (Float(TaughtGesture.rate) / 2 * TaughtStream.speedTime) }
    }

    /// Root mean square of each channel.
    var power: TaughtPoint {
        var sum = TaughtPoint.zero
        for point in points { sum += point * point }
        return (sum / Float(max(1, points.count))).squareRoot()
    }
}

extension TaughtPoint {
    /// The absolute value of each channel.
    var magnitude: TaughtPoint { pointwiseMax(self, -self) }
}

/// The best alignment of two courses: dynamic time warping on course and speed.
struct TaughtAlignment {
    /// Pairs of indices, from the beginning to the end.
    private(set) var pairs: [(Int, Int)] = []
    /// Cosine of the angle between the two courses along the alignment.
    let likeness: Double
    /// Size of the first as a multiple of the second.
    let size: Double

    init(_ first: [TaughtPoint], _ second: [TaughtPoint], weights: TaughtPoint) {
        let a = first.map { $0 * weights }, b = second.map { $0 * weights }
        let u = TaughtCourse.speeds(a), v = TaughtCourse.speeds(b)
        var costs = [[Float]](repeating: [Float](repeating: .infinity, count: b.count), count: a.count)
        for i in a.indices {
            for j in b.indices {
                let error = a[i] - b[j], pace = u[i] - v[j]
                let before = i == 0 && j == 0 ? 0 : min(i > 0 ? costs[i - 1][j] : .infinity, j > 0 ? costs[i][j - 1] : .infinity, i > 0 && j > 0 ? costs[i - 1][j - 1] : .infinity)
                costs[i][j] = before + (error * error).sum() + (pace * pace).sum()
            }
        }
        var (i, j) = (a.count - 1, b.count - 1), product: Float = 0, squares: (Float, Float) = (0, 0)
        while i >= 0, j >= 0 {
            pairs.append((i, j))
            product += (a[i] * b[j] + u[i] * v[j]).sum()
            squares.0 += (a[i] * a[i] + u[i] * u[i]).sum()
            squares.1 += (b[j] * b[j] + v[j] * v[j]).sum()
            if i == 0 { j -= 1 } else if j == 0 { i -= 1 } else {
                let least = min(costs[i - 1][j - 1], costs[i - 1][j], costs[i][j - 1])
                if costs[i - 1][j - 1] == least { (i, j) = (i - 1, j - 1) } else if costs[i - 1][j] == least { i -= 1 } else { j -= 1 }
            }
        }
        pairs.reverse()
        likeness = squares.0 > 0 && squares.1 > 0 ? Double(product / (squares.0 * squares.1).squareRoot()) : 0
        size = squares.1 > 0 ? Double(product / squares.1) : 0
    }
}
