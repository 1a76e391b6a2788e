// The report's picture: two traces over time, and lanes for what came of them.
import Gestures

/// An SVG with the head's offsets, zones, thresholds, gestures and lines, all on one clock.
struct ReportChart {
    let recording: ReplayRecording
    let journal: ReportJournal
    let gestures: GestureConfiguration
    let outputs: [String]
    let start: Double
    let end: Double

    private static let left = 150.0
    private static let right = 960.0
    private static let traceHeight = 170.0
    private static let laneHeight = 26.0
    /// More points than this are thinned out to the extremes of each stretch.
    private static let mostPoints = 2000

    var svg: String {
        var y = 10.0
        var parts: [String] = []
        parts.append(trace("Sideways", y, .left, .right) { $0.left })
        y += Self.traceHeight + 14
        parts.append(trace("Up and down", y, .up, .down) { $0.up })
        y += Self.traceHeight + 12
        let lanes = [("Gestures", gestureBlocks(y + 3)), ("Tracking", blocks(journal.tracking, y + Self.laneHeight + 3, "#8fa3b5"))]
        for (name, content) in lanes {
            parts.append(lane(name, y, content))
            y += Self.laneHeight
        }
        for name in outputs {
            parts.append(lane("Line “\(name.htmlEscaped)”", y, blocks(journal.lines[name] ?? [], y + 3, "#c0392b")))
            y += Self.laneHeight
        }
        parts.append(clock(y + 4))
        return "<svg viewBox=\"0 0 1000 \(y + 30)\" role=\"img\" aria-label=\"The head's movement over time\">"
            + parts.joined(separator: "\n") + "</svg>"
    }

    // MARK: - Traces

    private func trace(_ title: String, _ top: Double, _ positive: Direction, _ negative: Direction,
                       _ value: (HeadOffset) -> Double) -> String {
        let reach = recording.points.compactMap { $0.offset.map(value)?.magnitude }.filter(\.isFinite).max() ?? 0
        let limit = max(min(2, reach * 1.1), gestures.thresholds[positive] * 1.6, gestures.thresholds[negative] * 1.6)
        let middle = top + Self.traceHeight / 2
        func height(_ value: Double) -> Double { middle - min(max(value / limit, -1), 1) * Self.traceHeight / 2 }
        let zone = gestures.idleZoneRadius
        var parts = [
            rectangle(Self.left, top, Self.right - Self.left, Self.traceHeight, "#fafbfc", stroke: "#d7dde3"),
            rectangle(Self.left, height(zone), Self.right - Self.left, height(-zone) - height(zone), "#e8ecf0"),
        ]
        for entry in journal.entries where entry.direction == positive || entry.direction == negative {
            parts.append(rectangle(x(entry.start), top, max(2, x(entry.end) - x(entry.start)), Self.traceHeight,
                                   color(entry.direction), opacity: 0.16))
        }
        for (direction, sign) in [(positive, 1.0), (negative, -1.0)] {
            let y = height(sign * gestures.thresholds[direction])
            parts.append(line(Self.left, y, Self.right, y, "#b9653b", "stroke-dasharray=\"6 4\""))
            parts.append(text(Self.left - 8, y + 4, direction.rawValue, "text-anchor=\"end\""))
        }
        parts.append(text(8, top + 14, title, "class=\"title\""))
        parts.append(text(8, top + 31, "in eye distances", ""))
        for mark in [limit, -limit] {
            parts.append(text(Self.right + 5, height(mark) + (mark > 0 ? 10 : -2), JSONLine.number(mark, decimals: 1),
                              "font-size=\"10\""))
        }
        for path in paths(value) {
            parts.append("<polyline fill=\"none\" stroke=\"#20446b\" stroke-width=\"1.6\" stroke-linejoin=\"round\" "
                + "points=\"" + path.map { "\(number(x($0.time))),\(number(height($0.value)))" }.joined(separator: " ")
                + "\"/>")
        }
        return parts.joined()
    }

    /// The trace without its gaps, thinned out.
    private func paths(_ value: (HeadOffset) -> Double) -> [[(time: Double, value: Double)]] {
        var paths: [[(time: Double, value: Double)]] = [[]]
        for point in recording.points {
            if let offset = point.offset {
                paths[paths.count - 1].append((point.time, value(offset)))
            } else if !(paths.last?.isEmpty ?? true) {
                paths.append([])
            }
        }
        let total = paths.reduce(0) { $0 + $1.count }
        let stretch = max(1, total / (Self.mostPoints / 2))
        guard stretch > 1 else { return paths.filter { !$0.isEmpty } }
        return paths.filter { !$0.isEmpty }.map { path in
            stride(from: 0, to: path.count, by: stretch).flatMap { first in
                let part = path[first..<min(first + stretch, path.count)]
                let extremes = [part.min { $0.value < $1.value }, part.max { $0.value < $1.value }].compactMap { $0 }
                return extremes.sorted { $0.time < $1.time }
            }
        }
    }

    // MARK: - Lanes

    private func lane(_ name: String, _ y: Double, _ content: String) -> String {
        line(Self.left, y + Self.laneHeight, Self.right, y + Self.laneHeight, "#e8ecf0", "")
            + text(8, y + 17, name, "class=\"title\"") + content
    }

    private func gestureBlocks(_ y: Double) -> String {
        journal.entries.map { entry in
            let width = max(16, x(entry.end) - x(entry.start))
            return "<g><title>\(entry.words), \(number(entry.start)) s to \(number(entry.end)) s</title>"
                + rectangle(x(entry.start), y, width, Self.laneHeight - 6, color(entry.direction), opacity: entry.isHold ? 1 : 0.75)
                + text(x(entry.start) + width / 2, y + 14, entry.mark + (entry.isHold && width > 50 ? " hold" : ""),
                       "text-anchor=\"middle\" style=\"fill:#fff;font-weight:600\"") + "</g>"
        }.joined()
    }

    private func blocks(_ spans: [ReportJournal.Span], _ y: Double, _ color: String) -> String {
        spans.map { rectangle(x($0.start), y, max(2, x($0.end) - x($0.start)), Self.laneHeight - 6, color) }.joined()
    }

    private func clock(_ y: Double) -> String {
        let steps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]
        let step = steps.first { (end - start) / $0 <= 16 } ?? 7200
        return stride(from: (start / step).rounded(.up) * step, through: end, by: step).map { time in
            line(x(time), 10, x(time), y, "#1d2733", "stroke-opacity=\"0.07\"")
                + text(x(time), y + 14, "\(JSONLine.number(time, decimals: 1)) s", "text-anchor=\"middle\"")
        }.joined()
    }

    // MARK: - Drawing

    private func x(_ time: Double) -> Double {
        Self.left + (time - start) / max(end - start, 0.001) * (Self.right - Self.left)
    }

    private func color(_ direction: Direction) -> String {
        switch direction {
        case .left: "#2a6fb0"
        case .right: "#c2701d"
        case .up: "#2e8b57"
        case .down: "#7d4aa8"
        }
    }

    private func number(_ value: Double) -> String { JSONLine.number(value, decimals: 1) }

    private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String,
                           opacity: Double = 1, stroke: String = "none") -> String {
        "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" fill=\"\(fill)\" "
            + "fill-opacity=\"\(opacity)\" stroke=\"\(stroke)\"/>"
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, _ more: String) -> String {
        "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" stroke=\"\(color)\" \(more)/>"
    }

    private func text(_ x: Double, _ y: Double, _ content: String, _ more: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" \(more)>\(content)</text>"
    }
}
