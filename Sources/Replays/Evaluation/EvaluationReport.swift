import Gestures
import Outputs
import Pipeline
import Platform

/// A page about an evaluation that shows every miss and every false activation. It contains frames of the clips, because that is its
/// purpose; nothing else in Nodline stores any.
package struct EvaluationReport {
    let evaluation: Evaluation
    let mounting: Mounting

    /// Seconds shown before an error and after it.
    private static let before = 1.0, after = 1.5
    private static let pictures = 9

    /// - Parameter mounting: orientation of the clips' frames.
    package init(evaluation: Evaluation, mounting: Mounting) {
        self.evaluation = evaluation
        self.mounting = mounting
    }

    /// - Throws: `ResultFileError`, and the errors of reading the clips again.
    package func write(to file: String) throws { try page().write(to: file) }

    /// - Throws: the errors of reading the clips again.
    package func html() throws -> String { try page().html }

    private struct Mistake {
        let title: String
        let time: Double
        let start: Double
        let end: Double
    }

    private func page() throws -> ReportPage {
        var sections = ""
        for clip in evaluation.clips {
            let missed = clip.score.missed.map {
                Mistake(title: "\($0.gesture) was missed", time: $0.start, start: $0.start, end: $0.end)
            }
            let wrong = clip.score.falseActivations.map {
                Mistake(title: "\($0.gesture) fired falsely", time: $0.time, start: $0.time - 1, end: $0.time)
            }
            // False activations are the worse mistakes and come first.
            for mistake in wrong + missed { sections += try section(clip, mistake) }
        }
        if sections.isEmpty { sections = "<p>Nothing was missed, and nothing fired falsely.</p>" }
        let table = EvaluationTable(evaluation), rows = table.rows
        return ReportPage(title: "evaluation", body: """
            <h1>Gestures found, missed and falsely recognised</h1>
            \(HTMLTable(label: "Scores", columns: rows.first ?? [], rows: Array(rows.dropFirst())).html)
            \(table.remarks.map { "<p>\($0.htmlEscaped)</p>" }.joined())
            <p class="legend">Recall is the part of the labelled gestures that was found; precision is the part of what fired that was
            labelled. For each clip, false activations come first, then missed gestures. A gesture counts for a label when it fires
            between \(NumberFormat.text(ClipScore.before)) s before its beginning and \(NumberFormat.text(ClipScore.after)) s after its end.
            In the charts the curve is the head's direction, measured from where it rests.
            <span class="key zone"></span> Nothing counts in the grey band.
            <span class="key bound"></span> The dashed lines are the thresholds at that moment. Below are the movements
            that were not recognised, each with the reason.</p>
            \(sections)
            """)
    }

    private func section(_ clip: Evaluation.Clip, _ mistake: Mistake) throws -> String {
        let start = max(0, mistake.start - Self.before), end = min(clip.seconds, mistake.end + Self.after)
        let title = "\(clip.name), \(mistake.time.short) s"
        var text = "<h2>\(title.htmlEscaped): \(mistake.title.htmlEscaped)</h2>"
        guard start < end else {
            return text + "<p>The clip ends at \(clip.seconds.short) s, before this label begins.</p>"
        }
        let points = clip.points.filter { (start...end).contains($0.time) }
        if !clip.isTrace { text += try strip(clip, points, start, end) }
        let chart = chart(clip, points, start, end)
        text += ReportPage.region("Chart of \(title)", chart.svg) + chart.table("The head's movement in \(title)")
        return text + reasons(clip, points, start, end)
    }

    /// Frames of the clip, each with a text alternative.
    private func strip(_ clip: Evaluation.Clip, _ points: [TracePoint], _ start: Double, _ end: Double) throws -> String {
        let moments = (0..<Self.pictures).map { start + (end - start) * Double($0) / Double(Self.pictures - 1) }
        let figures = try FrameStrip.pictures(of: ClipOpener.open(clip.file), at: moments, mounting: mounting).map { picture in
            "<figure><img alt=\"\(words(for: picture, points).htmlEscaped)\" src=\"\(picture.source)\">"
                + "<figcaption>\(picture.time.short) s</figcaption></figure>"
        }
        return "<div class=\"strip\">" + figures.joined() + "</div>"
    }

    private func words(for picture: FrameStrip.Picture, _ points: [TracePoint]) -> String {
        let moment = "The picture at \(picture.time.short) s: "
        guard let offset = points.first(where: { $0.time >= picture.time - 0.001 })?.offset else {
            return moment + "the head is not measured"
        }
        func far(_ value: Double, _ positive: HeadDirection, _ negative: HeadDirection) -> String {
            "\(value.magnitude.short) \(value < 0 ? negative : positive)"
        }
        return moment + "the head is \(far(offset.left, .left, .right)) and \(far(offset.up, .up, .down)) of its rest, in eye distances"
    }

    private func chart(_ clip: Evaluation.Clip, _ points: [TracePoint], _ start: Double, _ end: Double) -> HeadChart {
        var chart = HeadChart(points: points, start: start, end: end)
        chart.lanes = [
            HeadChart.Lane(name: "Labelled", blocks: clip.labels.filter { $0.end >= start && $0.start <= end }.map {
                HeadChart.Block(start: $0.start, end: $0.end, color: $0.gesture == .ignore ? "tracked" : "up", look: .open,
                                sign: "\($0.gesture)", words: "\($0.gesture)")
            }),
            HeadChart.Lane(name: "Not recognised", blocks: clip.rejections.compactMap { event in
                guard case .rejected(let rejection) = event.kind, event.time >= start, event.began <= end else { return nil }
                return HeadChart.Block(start: event.began, end: event.ended, color: "tracked", look: .open,
                                       words: rejection.words)
            }),
            HeadChart.Lane(name: "Fired", blocks: clip.firings.filter { (start...end).contains($0.time) }.map {
                HeadChart.Block(start: $0.time, end: $0.time, color: "switched", words: "\($0.gesture) at \($0.time.short) s")
            }),
        ]
        return chart
    }

    /// The refusals, or how near the head came to a gesture.
    private func reasons(_ clip: Evaluation.Clip, _ points: [TracePoint], _ start: Double, _ end: Double) -> String {
        let fired = clip.firings.filter { (start...end).contains($0.time) }.map { "\($0.gesture) at \($0.time.short) s" }
        let refused = clip.rejections.filter { (start...end).contains($0.time) }.compactMap { event -> String? in
            guard case .rejected(let rejection) = event.kind else { return nil }
            let side = rejection.gesture.map { "\($0): " } ?? ""
            return "<li>\(event.time.short) s, \(side)\(rejection.words.htmlEscaped)</li>"
        }
        let heard = fired.isEmpty ? "" : "<p>Fired: \(fired.joined(separator: ", ")).</p>"
        if !refused.isEmpty { return heard + "<ul>\(refused.joined())</ul>" }
        let approach = Approach(nearestIn: points)?.words
            ?? "The head was not measured here: there was no certain face, or its rest position was not known yet."
        return heard + "<p>No movement was refused here. \(approach)</p>"
    }
}
