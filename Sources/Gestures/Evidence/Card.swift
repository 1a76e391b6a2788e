/// Weighs the features of a movement: each gives points, and their sum says how seldom an ordinary movement has as many.
///
/// One point is a tenth of the logarithm of the odds. A feature that is missing gives none.
package struct Card: Sendable {
    /// Points of a feature: at a few values, and in proportion between them.
    package struct Row: Sendable {
        let feature: MovementFeature
        let values: [Double]
        let points: [Double]

        package init(_ feature: MovementFeature, _ values: [Double], _ points: [Double]) {
            self.feature = feature
            self.values = values
            self.points = points
        }

        func points(for features: Features) -> Double {
            guard let value = features[feature] else { return 0 }
            var place = 0
            while place < values.count - 2, value > values[place + 1] { place += 1 }
            let part = (value - values[place]) / (values[place + 1] - values[place])
            return points[place] + min(max(part, 0), 1) * (points[place + 1] - points[place])
        }
    }

    private let constant: Double
    /// Binary logarithm of the false activations an hour, for each point, and at none.
    private let slope: Double
    private let offset: Double
    private let rows: [Row]

    package init(constant: Double, slope: Double, offset: Double, rows: [Row]) {
        self.constant = constant
        self.slope = slope
        self.offset = offset
        self.rows = rows
    }

    /// The sum of the points.
    package func points(for features: Features) -> Double {
        rows.reduce(constant) { $0 + $1.points(for: features) }
    }

    /// The sum with its parts, for a movement that needs the points at `rate`; `nil` where no points would be enough, or any.
    package func sum(for features: Features, atRate rate: Double) -> PointSum? {
        guard rate.isFinite else { return nil }
        return PointSum(sum: Int(points(for: features).rounded(.down)), needed: Int(points(atRate: rate).rounded(.up)),
                        parts: rows.map { PointSum.Part($0.feature, Int($0.points(for: features).rounded())) })
    }

    /// The points that ordinary movements have `rate` times an hour, from the binary logarithm of that rate.
    package func points(atRate rate: Double) -> Double { (rate - offset) / slope }

    /// Binary logarithm of how many ordinary movements an hour have at least so many points.
    func rate(of points: Double) -> Double { slope * points + offset }

    static func of(_ kind: Proposal.Kind) -> Card {
        switch kind {
        case .look: look
        case .hold: hold
        case .nod: nod
        case .shake: shake
        }
    }
}
