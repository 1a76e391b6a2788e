import Gestures
import Platform

/// A chart of the head's path over time: sideways, up and down, and lanes below with the results, on a common time axis.
package struct HeadChart {
    /// An interval, drawn as a block in a lane.
    package struct Block {
        /// Appearance of a block: filled, or an outline.
        enum Look: String { case solid, open }

        let start: Double
        let end: Double
        /// A class of the page's style: a direction, "tracked" or "switched".
        let color: String
        var look = Look.solid
        /// Written into the block if there is room.
        var sign = ""
        /// The description in words.
        let words: String
    }

    package struct Lane {
        let name: String
        let blocks: [Block]
    }

    /// An interval in which the head's path is tinted.
    package struct Stretch {
        let start: Double
        let end: Double
        let direction: HeadDirection
    }

    let points: [TracePoint]
    let start: Double
    let end: Double
    var stretches: [Stretch] = []
    var lanes: [Lane] = []

    /// - Parameter points: the frames from `start` to `end`, in seconds.
    package init(points: [TracePoint], start: Double, end: Double) {
        self.points = points
        self.start = start
        self.end = end
    }

    /// Dimensions in pixels; the page never draws a chart smaller than this.
    static let left = 190.0, right = 945.0, width = 1000.0, traceHeight = 170.0, eyesHeight = 70.0, laneHeight = 26.0
    /// Maximum number of points; more are reduced to the extremes of each interval.
    private static let mostPoints = 2000
    /// Width of a letter in pixels, estimated generously.
    private static let letter = 8.0

    package var svg: String {
        var y = 10.0
        var parts = [trace("Sideways", y, .left, .right) { $0.left }]
        y += Self.traceHeight + 14
        parts.append(trace("Up and down", y, .up, .down) { $0.up })
        y += Self.traceHeight + 12
        if hasEyes {
            parts.append(eyes("Eyes sideways", y, .left, .right) { $0.left })
            parts.append(eyes("Eyes up and down", y + Self.eyesHeight + 10, .up, .down) { $0.up })
            y += 2 * Self.eyesHeight + 22
        }
        for lane in lanes {
            parts.append(draw(lane, y))
            y += Self.laneHeight
        }
        parts.append(clock(y + 4))
        return "<svg viewBox=\"0 0 \(number(Self.width)) \(number(y + 30))\" role=\"img\" aria-label=\"The head's movement over time; the table below the "
            + "chart says the same\">" + parts.joined(separator: "\n") + "</svg>"
    }

    // MARK: - Traces

    private func trace(_ title: String, _ top: Double, _ positive: HeadDirection, _ negative: HeadDirection,
                       _ value: (HeadOffset) -> Double) -> String {
        let reach = points.compactMap { $0.offset.map(value)?.magnitude }.filter(\.isFinite).max() ?? 0
        let highest = points.map { max($0.thresholds[positive], $0.thresholds[negative]) }.max() ?? 0.2
        let limit = max(min(2, reach * 1.1), highest * 1.3), middle = top + Self.traceHeight / 2
        func height(_ value: Double) -> Double { middle - min(max(value / limit, -1), 1) * Self.traceHeight / 2 }
        var parts = ["<rect class=\"frame\"\(box(Self.left, top, Self.right, top + Self.traceHeight))/>"]
        for run in runs({ $0.idleZone }) {
            parts.append("<rect class=\"zone\"\(box(x(run.start), height(run.value), x(run.end), height(-run.value)))/>")
        }
        for stretch in stretches where stretch.direction == positive || stretch.direction == negative {
            parts.append("<rect class=\"stretch \(stretch.direction)\""
                + "\(box(x(stretch.start), top, max(x(stretch.start) + 2, x(stretch.end)), top + Self.traceHeight))/>")
        }
        for (direction, sign) in [(positive, 1.0), (negative, -1.0)] {
            let runs = runs { $0.thresholds[direction] }
            let places = runs.flatMap { [(x($0.start), height(sign * $0.value)), (x($0.end), height(sign * $0.value))] }
            parts.append(line(places, "bound"))
            guard let last = runs.last else { continue }
            parts.append(text(Self.left - 8, height(sign * last.value) + 4, "\(direction) \(last.value.short)", "bound", anchor: "end"))
        }
        parts.append(text(8, top + 14, title, "title"))
        parts.append(text(8, top + 31, "in eye distances", ""))
        for mark in [limit, -limit] { parts.append(text(Self.right + 6, height(mark) + (mark > 0 ? 12 : -2), mark.short, "")) }
        for path in paths({ $0.offset.map(value) }) { parts.append(line(path.map { (x($0.time), height($0.value)) }, "trace")) }
        return parts.joined()
    }

    /// A slowly changing value, as intervals in which it stayed the same.
    private func runs(_ value: (TracePoint) -> Double) -> [(start: Double, end: Double, value: Double)] {
        var runs: [(start: Double, end: Double, value: Double)] = []
        for point in points {
            let now = (value(point) * 100).rounded() / 100
            if let last = runs.last { runs[runs.count - 1].end = point.time; if last.value == now { continue } }
            runs.append((runs.isEmpty ? start : point.time, point.time, now))
        }
        if !runs.isEmpty { runs[runs.count - 1].end = end }
        return runs
    }

    /// A path over time, split at gaps and thinned out.
    func paths(_ value: (TracePoint) -> Double?) -> [[(time: Double, value: Double)]] {
        let paths = points.map { (time: $0.time, value: value($0)) }.split { $0.value == nil }
            .map { path in path.compactMap { point in point.value.map { (time: point.time, value: $0) } } }
        let stretch = max(1, paths.reduce(0) { $0 + $1.count } / (Self.mostPoints / 2))
        guard stretch > 1 else { return paths }
        return paths.map { path in
            stride(from: 0, to: path.count, by: stretch).flatMap { first in
                let part = path[first..<min(first + stretch, path.count)]
                let extremes = [part.min { $0.value < $1.value }, part.max { $0.value < $1.value }].compactMap { $0 }
                return extremes.sorted { $0.time < $1.time }
            }
        }
    }

    // MARK: - Lanes

    private func draw(_ lane: Lane, _ y: Double) -> String {
        let name = lane.name.count > 22 ? lane.name.prefix(21) + "…" : lane.name[...]
        var drawn = line([(Self.left, y + Self.laneHeight), (Self.right, y + Self.laneHeight)], "rule") + text(8, y + 17, String(name), "title")
        for (index, block) in lane.blocks.enumerated() {
            let from = x(block.start), next = index + 1 < lane.blocks.count ? x(lane.blocks[index + 1].start) : Self.right
            // A short block is widened for its sign, as far as the next block allows.
            let least = block.sign.isEmpty ? 3.0 : min(2 * Self.letter, max(3, next - from - 1))
            let until = min(Self.right + 16, max(x(block.end), from + least))
            drawn += "<g class=\"\(block.color)\"><title>\(block.words.htmlEscaped)</title>"
                + "<rect class=\"\(block.look)\"\(box(from, y + 3, until, y + Self.laneHeight - 3))/>"
            if !block.sign.isEmpty, Double(block.sign.count + 1) * Self.letter <= until - from {
                drawn += text((from + until) / 2, y + 17.5, block.sign, block.look.rawValue, anchor: "middle")
            }
            drawn += "</g>"
        }
        return drawn
    }

    /// Marks of the time axis; at most 13, so that the labels do not overlap.
    private func clock(_ y: Double) -> String {
        let steps = [0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]
        let step = steps.first { (end - start) / $0 <= 12 } ?? (end - start) / 12
        return stride(from: (start / step).rounded(.up) * step, through: end, by: step).map { time in
            line([(x(time), 10), (x(time), y)], "tick") + text(x(time), y + 16, "\(number(time)) s", "", anchor: "middle")
        }.joined()
    }

    // MARK: - Drawing

    func x(_ time: Double) -> Double {
        Self.left + (min(max(time, start), end) - start) / max(end - start, 0.001) * (Self.right - Self.left)
    }

    func number(_ value: Double) -> String { NumberFormat.text(value, decimals: 1) }

    func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> String {
        " x=\"\(number(left))\" y=\"\(number(top))\" width=\"\(number(max(0, right - left)))\" height=\"\(number(max(0, bottom - top)))\""
    }

    func line(_ places: [(Double, Double)], _ style: String) -> String {
        "<polyline class=\"\(style)\" points=\"" + places.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ") + "\"/>"
    }

    func text(_ x: Double, _ y: Double, _ content: String, _ style: String, anchor: String = "start") -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" class=\"\(style)\" text-anchor=\"\(anchor)\">\(content.htmlEscaped)</text>"
    }
}
