// The page about an evaluation: every miss and every false activation, so that a person sees why.
import FoundationEssentials
import Gestures
import Pipeline

/// One HTML page. It holds frames of the clips, because exactly that was asked for; nothing else of Nodline keeps any.
struct EvaluationReport {
    let evaluation: Evaluation
    let mounting: Mounting

    /// Seconds shown before an error and after it.
    private static let before = 1.0
    private static let after = 1.5
    private static let pictures = 9

    /// Writes the page.
    /// - Throws: `ReportFault`, and what reading the clips again throws.
    func write(to file: String) throws {
        let page = try html()
        do {
            try Data(page.utf8).write(to: URL(filePath: file))
        } catch {
            throw ReportFault(file: file)
        }
    }

    private struct Mistake {
        let title: String
        let time: Double
        let start: Double
        let end: Double
    }

    private func html() throws -> String {
        var sections = ""
        for clip in evaluation.clips {
            let missed = clip.score.missed.map {
                Mistake(title: "\($0.gesture) was meant and missed", time: $0.start, start: $0.start, end: $0.end)
            }
            let wrong = clip.score.falseActivations.map {
                Mistake(title: "\($0.gesture) fired by itself", time: $0.time, start: $0.time - 1, end: $0.time)
            }
            // What fires by itself is the worse mistake.
            for mistake in wrong + missed { sections += try section(clip, mistake) }
        }
        if sections.isEmpty { sections = "<p>Nothing was missed, and nothing fired by itself.</p>" }
        return """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Nodline: evaluation</title><style>\(ReplayReport.style)
            .strip { display: flex; gap: 2px; flex-wrap: wrap; } .strip figure { margin: 0; } .strip img { display: block; }
            figcaption { font-size: .75rem; color: var(--soft); } pre { line-height: 1.35; overflow-x: auto; }
            </style></head>
            <body>
            <h1>What was found, missed and wrongly fired</h1>
            <pre>\(EvaluationTable(evaluation).text.htmlEscaped)</pre>
            <p class="legend">Recall is the part of the labelled gestures that was found; precision is the part of what fired that was
            labelled. Of each clip what fired by itself comes first, then what was missed. A gesture counts for a label when it fires between \(JSONLine.number(ClipScore.before)) s before its
            beginning and \(JSONLine.number(ClipScore.after)) s after its end. In the charts the green band is a label, a red line
            is what fired, the dashed lines are the thresholds of the line in their colour, in eye distances; below stand the movements
            that were no gesture, each with the reason.</p>
            \(sections)
            </body>
            </html>

            """
    }

    private func section(_ clip: Evaluation.Clip, _ mistake: Mistake) throws -> String {
        let start = max(0, mistake.start - Self.before), end = min(clip.seconds, mistake.end + Self.after)
        func short(_ value: Double) -> String { JSONLine.number((value * 100).rounded() / 100) }
        var text = "<h2>\(clip.name.htmlEscaped), \(short(mistake.time)) s: \(mistake.title.htmlEscaped)</h2>"
        if !clip.isTrace {
            let moments = (0..<Self.pictures).map { start + (end - start) * Double($0) / Double(Self.pictures - 1) }
            let strip = try FrameStrip.pictures(of: ClipOpener.open(clip.file), at: moments, mounting: mounting)
            text += "<div class=\"strip\">" + strip.map {
                "<figure><img alt=\"\" src=\"\($0.source)\"><figcaption>\(short($0.time)) s</figcaption></figure>"
            }.joined() + "</div>"
        }
        text += chart(clip, start, end)
        let reasons = clip.rejections.filter { (start...end).contains($0.time) }.compactMap { event -> String? in
            guard case .rejected(let rejection) = event.kind else { return nil }
            let side = rejection.direction.map { "\($0): " } ?? ""
            return "<li>\(short(event.time)) s, \(side)\(rejection.words.htmlEscaped)</li>"
        }
        return text + (reasons.isEmpty ? "<p>No movement came near a gesture's rules here.</p>"
            : "<ul>\(reasons.joined())</ul>")
    }

    private func chart(_ clip: Evaluation.Clip, _ start: Double, _ end: Double) -> String {
        let (width, height) = (960.0, 170.0)
        let points = clip.points.filter { (start...end).contains($0.time) }
        let reach = points.compactMap { $0.offset.map { max($0.left.magnitude, $0.up.magnitude) } }.filter(\.isFinite).max() ?? 0
        let limit = max(0.3, min(1.5, reach * 1.1))
        func x(_ time: Double) -> String { JSONLine.number((time - start) / max(end - start, 0.01) * width, decimals: 1) }
        func y(_ value: Double) -> String {
            JSONLine.number(height / 2 * (1 - min(max(value / limit, -1), 1)), decimals: 1)
        }
        var parts = ["<rect width=\"960\" height=\"170\" fill=\"#fafbfc\" stroke=\"#d7dde3\"/>"]
        for label in clip.labels where label.end >= start && label.start <= end {
            let from = max(start, label.start), to = min(end, label.end)
            parts.append("<rect x=\"\(x(from))\" y=\"0\" width=\"\(x(start + to - from))\" height=\"170\" "
                + "fill=\"\(label.gesture == .ignore ? "#8fa3b5" : "#2e8b57")\" fill-opacity=\"0.15\"/>"
                + "<text x=\"\(x(from))\" y=\"12\">\(label.gesture)</text>")
        }
        let bounds = clip.gestures.thresholds
        for (value, color) in [(bounds.left, "#20446b"), (-bounds.right, "#20446b"), (bounds.up, "#7d4aa8"), (-bounds.down, "#7d4aa8")]
        where value.magnitude <= limit {
            parts.append("<line x1=\"0\" x2=\"960\" y1=\"\(y(value))\" y2=\"\(y(value))\" stroke=\"\(color)\" "
                + "stroke-opacity=\"0.6\" stroke-dasharray=\"6 4\"/>")
        }
        for value in [limit, -limit] {
            parts.append("<text x=\"956\" y=\"\(value > 0 ? 26 : 164)\" text-anchor=\"end\">"
                + "\(JSONLine.number(value, decimals: 2)) eye distances</text>")
        }
        for second in stride(from: start.rounded(.up), through: end, by: 1) {
            parts.append("<text x=\"\(x(second))\" y=\"168\" text-anchor=\"middle\">\(JSONLine.number(second, decimals: 0)) s</text>")
        }
        let lines: [(String, String, (HeadOffset) -> Double)] = [
            ("#20446b", "sideways (left goes up)", { $0.left }), ("#7d4aa8", "up and down", { $0.up }),
        ]
        for (index, (color, name, value)) in lines.enumerated() {
            for path in points.split(whereSeparator: { $0.offset == nil }) {
                let places = path.compactMap { point in point.offset.map { "\(x(point.time)),\(y(value($0)))" } }
                parts.append("<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.6\" points=\"\(places.joined(separator: " "))\"/>")
            }
            parts.append("<text x=\"6\" y=\"\(134 + 16 * index)\" style=\"fill:\(color)\">\(name)</text>")
        }
        for firing in clip.firings where (start...end).contains(firing.time) {
            parts.append("<line x1=\"\(x(firing.time))\" x2=\"\(x(firing.time))\" y1=\"0\" y2=\"170\" stroke=\"#c0392b\"/>"
                + "<text x=\"\(x(firing.time))\" y=\"26\">\(firing.gesture)</text>")
        }
        return "<div class=\"wide chart\"><svg viewBox=\"0 0 960 172\" role=\"img\" aria-label=\"The head's movement\">\(parts.joined())</svg></div>"
    }
}
