extension TaughtGesture {
    /// Part of the way to a confirmed movement, and least size as a part of the taught one.
    private static let step: Float = 0.1, leastSize: Float = 0.7
    /// Largest distance from the taught course, in tolerances.
    private static let farthest: Float = 2

    /// Moves the template a little towards a movement that was meant. It stays within two tolerances of what was taught, and keeps at least 0.7 of its
    /// size, so that it never comes near rest. The smallest and the largest movement that count stay those of the taught one, for which the rate was told.
    mutating func adapt(to course: [TaughtPoint]) {
        var sums = [TaughtPoint](repeating: .zero, count: points.count), counts = [Float](repeating: 0, count: points.count)
        for (own, place) in TaughtAlignment(course, points, weights: weights).pairs {
            sums[place] += course[own]
            counts[place] += 1
        }
        let kept = channels.reduce(into: TaughtPoint.zero) { $0[$1.index] = 1 }
        var moved = points
        for place in points.indices where counts[place] > 0 {
            let next = points[place] + (sums[place] / counts[place] - points[place]) * Self.step * kept
            let room = tolerance * Self.farthest
            moved[place] = pointwiseMin(pointwiseMax(next, taught[place] - room), taught[place] + room)
        }
        func size(_ points: [TaughtPoint]) -> Float { points.reduce(0) { $0 + ($1 * weights * $1 * weights).sum() }.squareRoot() }
        guard size(moved) >= Self.leastSize * size(taught) else { return }
        // A small and a large movement are aligned otherwise, so that each bound follows what a movement of its size measures.
        let part = Double(size(points) / size(taught))
        func follow(_ bound: Double) -> Double {
            let movement = taught.map { $0 * Float(bound * part) }
            let before = TaughtAlignment(movement, points, weights: weights).size, after = TaughtAlignment(movement, moved, weights: weights).size
            return before > 0 && after > 0 ? bound * after / before : bound
        }
        let (least, most) = (follow(limits.size.lowerBound), follow(limits.size.upperBound))
        if least < most { limits.size = least...most }
        points = moved
    }

    /// Whether both come from the same repetitions and may differ only in what they have adapted.
    func isSameTeaching(as other: TaughtGesture) -> Bool {
        channels == other.channels && tolerance == other.tolerance && taught == other.taught && points.count == other.points.count
    }
}
