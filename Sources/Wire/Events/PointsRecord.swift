import GestureNames

/// How much a refused movement was like a gesture, as a sum.
struct PointsRecord: Codable, Equatable, Sendable {
    private struct Part: Codable, Equatable {
        let feature: String
        let points: Int16
    }

    private let had: Int32, needed: Int32
    private let parts: [Part]

    init(_ points: PointSum) {
        (had, needed) = (Int32(clamping: points.sum), Int32(clamping: points.needed))
        parts = points.parts.map { Part(feature: "\($0.feature)", points: Int16(clamping: $0.points)) }
    }

    /// Without the features of another version.
    var sum: PointSum {
        PointSum(sum: Int(had), needed: Int(needed), parts: parts.compactMap { part in
            MovementFeature.allCases.first { "\($0)" == part.feature }.map { PointSum.Part($0, Int(part.points)) }
        })
    }
}
