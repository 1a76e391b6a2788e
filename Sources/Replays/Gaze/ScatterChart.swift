import Platform

/// A chart of points, with the median of each tenth of the horizontal axis.
struct ScatterChart {
    let title: String
    let horizontal: String
    let vertical: String
    let points: [(x: Double, y: Double)]

    private static let left = 60.0, right = 980.0, top = 30.0, bottom = 250.0
    private static let mostPoints = 1500

    var svg: String {
        let ordered = points.sorted { $0.x < $1.x }
        guard let low = ordered.first?.x, let high = ordered.last?.x, high > low else { return "" }
        // A few large errors must not flatten the rest.
        let top = max(1, GazeStatistics.quantile(points.map(\.y), 0.99) ?? 1)
        func x(_ value: Double) -> Double { Self.left + (value - low) / (high - low) * (Self.right - Self.left) }
        func y(_ value: Double) -> Double { Self.bottom - min(value, top) / top * (Self.bottom - Self.top) }
        var parts = ["<text x=\"\(Self.left)\" y=\"18\" class=\"title\">\(title.htmlEscaped)</text>",
                     "<rect class=\"frame\" x=\"\(Self.left)\" y=\"\(Self.top)\" width=\"\(Self.right - Self.left)\" "
                        + "height=\"\(Self.bottom - Self.top)\"/>"]
        for index in stride(from: 0, to: ordered.count, by: max(1, ordered.count / Self.mostPoints)) {
            let point = ordered[index]
            parts.append("<circle cx=\"\(short(x(point.x)))\" cy=\"\(short(y(point.y)))\" r=\"1.6\" style=\"fill:var(--tracked);fill-opacity:.5\"/>")
        }
        let medians = (0..<10).compactMap { tenth -> String? in
            let from = low + (high - low) * Double(tenth) / 10, to = from + (high - low) / 10
            guard let middle = GazeStatistics.quantile(ordered.filter { $0.x >= from && $0.x <= to }.map(\.y), 0.5) else { return nil }
            return "\(short(x((from + to) / 2))),\(short(y(middle)))"
        }
        parts.append("<polyline class=\"trace\" points=\"\(medians.joined(separator: " "))\"/>")
        for part in 0...4 {
            let value = low + (high - low) * Double(part) / 4, error = top * Double(part) / 4
            parts.append("<text x=\"\(short(x(value)))\" y=\"\(Self.bottom + 18)\" text-anchor=\"middle\">\(short(value))</text>")
            parts.append("<text x=\"\(Self.left - 6)\" y=\"\(short(y(error) + 4))\" text-anchor=\"end\">\(short(error))</text>")
        }
        parts.append("<text x=\"\(Self.right)\" y=\"\(Self.bottom + 36)\" text-anchor=\"end\">"
            + "\(horizontal.htmlEscaped); upwards: \(vertical.htmlEscaped)</text>")
        return "<svg viewBox=\"0 0 1000 295\" role=\"img\" aria-label=\"\(title.htmlEscaped)\">" + parts.joined(separator: "\n") + "</svg>"
    }

    private func short(_ value: Double) -> String { NumberFormat.text(value, decimals: 1) }
}
