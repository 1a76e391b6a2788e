import Gestures
import Platform

extension HeadChart {
    /// Maximum number of rows of a table.
    private static let mostRows = 60.0

    /// The contents of the chart as a folded table: for each interval, how far the head went and what each lane contains.
    func table(_ label: String) -> String {
        let steps = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600]
        let step = steps.first { (end - start) / $0 <= Self.mostRows } ?? (end - start) / Self.mostRows
        let starts = Array(stride(from: start, to: max(end, start + 0.001), by: step))
        var rest = points[...]
        let rows = starts.map { from -> [String] in
            let part = rest.prefix { $0.time < from + step }
            rest = rest.dropFirst(part.count)
            return [from.short + " s", Self.furthest(part, .left, .right) { $0.left },
                    Self.furthest(part, .up, .down) { $0.up }]
                + (hasEyes ? [Self.mean(part) { $0.left }, Self.mean(part) { $0.up }] : [])
                + lanes.map { lane in
                    lane.blocks.filter { $0.start < from + step && $0.end >= from }.map(\.words).joined(separator: "; ")
                }
        }
        let table = HTMLTable(label: label, columns: ["From", "Sideways", "Up and down"] + (hasEyes ? ["Eyes to the left", "Eyes up"] : []) + lanes.map(\.name), rows: rows)
        return "<details><summary>The chart as a table (distances in eye distances)</summary>\(table.html)</details>"
    }

    static func signed(_ value: Double) -> String { value.short }

    /// The largest distance along an axis in some frames, with its direction.
    private static func furthest(_ points: ArraySlice<TracePoint>, _ positive: HeadDirection, _ negative: HeadDirection,
                                 _ value: (HeadOffset) -> Double) -> String {
        let values = points.compactMap { $0.offset.map(value) }.filter(\.isFinite)
        guard let furthest = values.max(by: { $0.magnitude < $1.magnitude }) else { return "not measured" }
        let distance = furthest.magnitude.short
        return distance == "0" ? "0" : "\(distance) \(furthest > 0 ? positive : negative)"
    }
}
