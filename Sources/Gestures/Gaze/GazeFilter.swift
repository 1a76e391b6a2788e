/// Smooths gaze points.
public struct GazeFilter: Sendable {
    /// How gaze points are smoothed.
    public enum Kind: String, CaseIterable, Sendable {
        case none
        /// The mean of the last ten.
        case mean
        /// The one-euro filter, which lags less after a jump.
        case oneEuro = "one-euro"
    }

    private static let count = 10
    /// Cut-off of the one-euro filter for a gaze at rest, in Hz; its slope is in Hz for each cm/s.
    private static let cutoff = 0.4, numbers = OneEuroFilter.Numbers(slope: 0.01, speedCutoff: 1, gap: 1)

    private let kind: Kind
    private var last: [GazePoint] = []
    private var time: Double?
    private var filter = OneEuroFilter()

    public init(_ kind: Kind) {
        self.kind = kind
        last.reserveCapacity(Self.count)
    }

    /// The smoothed point. Times are in seconds, and each is later than that of the point before.
    public mutating func smooth(_ point: GazePoint, at time: Double) -> GazePoint {
        let seconds = self.time.map { time - $0 } ?? 0
        self.time = time
        switch kind {
        case .none: return point
        case .mean:
            if seconds >= Self.numbers.gap { last.removeAll(keepingCapacity: true) }
            if last.count == Self.count { last.removeFirst() }
            last.append(point)
            var sum = SIMD2<Double>.zero
            for point in last { sum += SIMD2(point.right, point.up) }
            return GazePoint(right: sum.x / Double(last.count), up: sum.y / Double(last.count))
        case .oneEuro:
            let smoothed = filter.smooth(HeadOffset(left: point.right, up: point.up), after: seconds, cutoff: Self.cutoff, Self.numbers)
            return GazePoint(right: smoothed.left, up: smoothed.up)
        }
    }
}
