/// How much a movement was like a gesture, as a sum. One point is a tenth of the logarithm of the odds.
public struct PointSum: Equatable, Sendable {
    /// The points of one feature: more than 0 if it speaks for a gesture.
    public struct Part: Equatable, Sendable {
        public var feature: MovementFeature
        public var points: Int

        public init(_ feature: MovementFeature, _ points: Int) { (self.feature, self.points) = (feature, points) }
    }

    public var sum: Int
    /// The points that it needs.
    public var needed: Int
    /// Those that are not 0, the largest first.
    public var parts: [Part]

    public init(sum: Int, needed: Int, parts: [Part]) {
        (self.sum, self.needed) = (sum, needed)
        self.parts = parts.filter { $0.points != 0 }.sorted { ($1.points, $0.feature.rawValue) < ($0.points, $1.feature.rawValue) }
    }

    /// What every movement begins with: gestures are seldom.
    public var start: Int { sum - parts.reduce(0) { $0 + $1.points } }
}

extension PointSum: CustomStringConvertible {
    /// "still lips +17, size +2, speed −5, and −26 to begin with".
    public var description: String {
        (parts.map { "\($0.feature.words) \(Self.signed($0.points))" } + ["and \(Self.signed(start)) to begin with"]).joined(separator: ", ")
    }

    private static func signed(_ points: Int) -> String { points < 0 ? "−\(-points)" : "+\(points)" }
}
