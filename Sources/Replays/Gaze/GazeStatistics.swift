/// Statistics of gaze errors.
package enum GazeStatistics {
    /// The value at quantile `part` (nearest rank); `nil` without values.
    package static func quantile(_ values: [Double], _ part: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        return values.sorted()[min(values.count - 1, max(0, Int((part * Double(values.count)).rounded(.up)) - 1))]
    }

    /// Pearson's correlation; `nil` if one of the two does not vary.
    package static func correlation(_ pairs: [(Double, Double)]) -> Double? {
        let count = Double(pairs.count)
        guard count > 2 else { return nil }
        let x = pairs.reduce(0) { $0 + $1.0 } / count, y = pairs.reduce(0) { $0 + $1.1 } / count
        var xx = 0.0, yy = 0.0, xy = 0.0
        for pair in pairs {
            xx += (pair.0 - x) * (pair.0 - x)
            yy += (pair.1 - y) * (pair.1 - y)
            xy += (pair.0 - x) * (pair.1 - y)
        }
        return xx > 1e-9 && yy > 1e-9 ? xy / (xx * yy).squareRoot() : nil
    }
}
