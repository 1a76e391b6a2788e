/// Measures a ``GazeCorrection`` while the user looks at known points, one after the other.
///
/// The fit is robust: medians at each point, and the median of the slopes between points (Theil 1950, Sen 1968). With one point only the
/// offset is measured.
public struct GazeCalibration: Sendable {
    /// Why the measurements cannot be used.
    public enum Fault: Error, Equatable, Sendable {
        /// The eyes were seen too seldom while the user looked at this point (0 is the first).
        case eyesUnknown(point: Int)
        /// The gaze was not steady: its spread in degrees.
        case tooMuchSpread(point: Int, degrees: Double)
        /// The points cannot be told apart, sideways or up and down.
        case notToldApart(isSideways: Bool)
        /// The user looked elsewhere: how far the corrected gaze is from this point, in degrees.
        case missed(point: Int, degrees: Double)
    }

    /// Least number of looks at a point.
    private static let leastLooks = 8
    /// Largest spread at a point: median deviation from the median, in degrees.
    private static let mostSpread = 4.0
    /// Allowed gains. Beyond them the eyes did not follow the points.
    public static let gains = 0.4...2.5
    /// Largest distance of the corrected gaze from a point, in degrees.
    private static let farthest = 5.0

    public let points: [GazePoint]
    private var looks: [[GazeLook]]

    public init(points: [GazePoint]) {
        self.points = points
        looks = [[GazeLook]](repeating: [], count: points.count)
    }

    /// Adds a look at a point. Other indexes are ignored.
    public mutating func add(_ look: GazeLook, at point: Int) {
        if looks.indices.contains(point) { looks[point].append(look) }
    }

    /// Discards the looks at a point, which begins anew.
    public mutating func forget(_ point: Int) {
        if looks.indices.contains(point) { looks[point].removeAll(keepingCapacity: true) }
    }

    public func fit() -> Result<GazeCorrection, Fault> {
        var seen: [SIMD2<Double>] = [], known: [SIMD2<Double>] = []
        for (index, looks) in looks.enumerated() {
            guard looks.count >= Self.leastLooks else { return .failure(.eyesUnknown(point: index)) }
            let middle = Self.median(looks.map(\.direction))
            let spread = Self.median(looks.map { SIMD2(($0.direction.x - middle.x).magnitude, ($0.direction.y - middle.y).magnitude) })
            let degrees = max(spread.x, spread.y) * 180 / Double.pi
            guard degrees <= Self.mostSpread else { return .failure(.tooMuchSpread(point: index, degrees: degrees)) }
            seen.append(middle)
            known.append(Self.median(looks.map { $0.direction(to: points[index]) }))
        }
        var correction = GazeCorrection()
        if points.count > 1 {
            for axis in 0..<2 {
                guard let gain = Self.gain(seen.map { $0[axis] }, known.map { $0[axis] }) else {
                    return .failure(.notToldApart(isSideways: axis == 0))
                }
                correction.gain[axis] = gain
            }
        }
        correction.offset = Self.median(zip(seen, known).map { $1 - correction.gain * $0 })
        for index in points.indices {
            let away = correction.offset + correction.gain * seen[index] - known[index]
            let degrees = (away * away).sum().squareRoot() * 180 / Double.pi
            guard degrees <= Self.farthest else { return .failure(.missed(point: index, degrees: degrees)) }
        }
        return .success(correction)
    }

    /// The median slope of the true values over the seen ones, between points that lie far apart on this axis; `nil` without any, or if it
    /// is not possible.
    private static func gain(_ seen: [Double], _ known: [Double]) -> Double? {
        guard let low = known.min(), let high = known.max(), high - low > 0.02 else { return nil }
        var slopes: [Double] = []
        for first in seen.indices {
            for second in seen.indices.dropFirst(first + 1) where (known[second] - known[first]).magnitude > (high - low) / 2 {
                // The inverse, because the true difference is never near zero.
                slopes.append((seen[second] - seen[first]) / (known[second] - known[first]))
            }
        }
        let slope = median(slopes)
        return slope > 0 && gains.contains(1 / slope) ? 1 / slope : nil
    }

    private static func median(_ values: [SIMD2<Double>]) -> SIMD2<Double> { SIMD2(median(values.map(\.x)), median(values.map(\.y))) }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted(), middle = sorted.count / 2
        if sorted.isEmpty { return 0 }
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
