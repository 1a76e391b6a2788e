import Gestures

extension HeadChart {
    /// Position of the iris at the edges of the chart, in half widths of the eye.
    private static let reach = 0.4

    /// Whether an eye was measured in any frame.
    var hasEyes: Bool { points.contains { $0.eyes != nil } }

    /// The eyes' path along one axis. Gaps: the eyes were closed, hidden or too small.
    func eyes(_ title: String, _ top: Double, _ positive: HeadDirection, _ negative: HeadDirection, _ value: (HeadOffset) -> Double) -> String {
        let half = Self.eyesHeight / 2, middle = top + half
        func height(_ value: Double) -> Double { middle - min(max(value / Self.reach, -1), 1) * half }
        var parts = ["<rect class=\"frame\"\(box(Self.left, top, Self.right, top + Self.eyesHeight))/>"]
        for stretch in stretches where stretch.direction == positive || stretch.direction == negative {
            parts.append("<rect class=\"stretch \(stretch.direction)\""
                + "\(box(x(stretch.start), top, max(x(stretch.start) + 2, x(stretch.end)), top + Self.eyesHeight))/>")
        }
        parts.append(line([(Self.left, middle), (Self.right, middle)], "rule"))
        parts.append(text(8, top + 14, title, "title") + text(8, top + 31, "in half eye widths", ""))
        parts.append(text(Self.left - 8, top + 12, "\(positive)", "", anchor: "end"))
        parts.append(text(Self.left - 8, top + Self.eyesHeight - 2, "\(negative)", "", anchor: "end"))
        for path in paths({ $0.eyes.map(value) }) { parts.append(line(path.map { (x($0.time), height($0.value)) }, "trace")) }
        return parts.joined()
    }

    /// The mean position of the irises in some frames.
    static func mean(_ points: ArraySlice<TracePoint>, _ value: (HeadOffset) -> Double) -> String {
        let values = points.compactMap { $0.eyes.map(value) }
        return values.isEmpty ? "not seen" : signed(values.reduce(0, +) / Double(values.count))
    }
}
