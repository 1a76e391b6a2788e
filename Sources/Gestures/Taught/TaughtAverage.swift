/// What several courses of one movement have in common: their average under dynamic time warping (DTW barycentre averaging: Petitjean, Ketterlin
/// and Gançarski, Pattern Recognition 2011), and how far they differ from it.
struct TaughtAverage: Sendable {
    private(set) var points: [TaughtPoint]
    /// Root mean square difference of each channel.
    private(set) var spread: TaughtPoint
    private static let rounds = 3

    /// - Parameter weights: of the channels in the alignments.
    init(_ courses: [TaughtCourse], weights: TaughtPoint) {
        // The course that is most like all others is the first guess.
        let likenesses = courses.map { own in courses.reduce(0) { $0 + TaughtAlignment($1.points, own.points, weights: weights).likeness } }
        let first = likenesses.indices.max { likenesses[$0] < likenesses[$1] } ?? 0
        points = courses[first].points
        spread = .zero
        for _ in 0..<Self.rounds {
            var sums = [TaughtPoint](repeating: .zero, count: points.count), counts = [Float](repeating: 0, count: points.count)
            var squares = TaughtPoint.zero, pairs: Float = 0
            for course in courses {
                for (own, place) in TaughtAlignment(course.points, points, weights: weights).pairs {
                    sums[place] += course.points[own]
                    counts[place] += 1
                    let error = course.points[own] - points[place]
                    squares += error * error
                    pairs += 1
                }
            }
            spread = (squares / max(1, pairs)).squareRoot()
            for place in points.indices where counts[place] > 0 { points[place] = sums[place] / counts[place] }
        }
    }
}
