import Appliance
import Outputs
import Pipeline
import Platform
import Wire

/// A page that shows what happened in a clip, for example for a therapist: why a gesture fired or did not.
package struct ReplayReport {
    /// The clip's path. The page shows only its last component, because it is made to be sent to others.
    let clip: String
    let configuration: Configuration
    let recording: ReplayRecording
    let summary: Replay.Summary

    package init(clip: String, configuration: Configuration, recording: ReplayRecording, summary: Replay.Summary) {
        self.clip = clip
        self.configuration = configuration
        self.recording = recording
        self.summary = summary
    }

    private static let mostRefusals = 200
    private static let eyesLegend = """
         The curves of the eyes show where the irises are between the corners of the eyes. Against the head, the eyes stay on their
        target; with the head, they go along. In the gaps the eyes were closed or could not be seen.
        """

    /// - Throws: `ResultFileError`.
    package func write(to file: String) throws { try page.write(to: file) }

    private var name: String { clip == "-" ? "standard input" : String(decoding: clip.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self) }

    private var page: ReportPage {
        let journal = ReportJournal(recording: recording)
        let chart = chart(journal)
        return ReportPage(title: name, body: """
            <h1>What the head did</h1>
            <p class="lead"><b>\(name.htmlEscaped)</b>, \(NumberFormat.text(summary.duration, decimals: 1)) seconds.
            \(sentence(journal).htmlEscaped)</p>
            \(summary.remarks.map { "<p>This clip: \($0.problem.htmlEscaped)</p>" }.joined())
            \(ReportPage.region("Chart of the head's movement", chart.svg))
            <p class="legend">The curve is the head's direction, measured from where it rests.
            <span class="key zone"></span> Nothing counts in the grey band.
            <span class="key bound"></span> Beyond a dashed line the head looks in that direction: out and back is a
            <i>look</i>, staying there for \(acceptance) begins a <i>hold</i>
            (the tinted stretches). The line is at the threshold of that moment: a restless head raises it.
            One eye distance is the space between the two eyes, so that the
            numbers mean the same near and far. Left and right are the person's own.\(chart.hasEyes ? Self.eyesLegend : "")</p>
            \(chart.table("The head's movement in numbers"))
            \(gestures(journal))
            \(refusals(journal))
            \(people(journal))
            <h2>How it ran</h2>
            \(costs)
            """)
    }

    private var acceptance: String {
        let seconds = configuration.gestures.acceptance
        return seconds == 1 ? "one second" : "\(NumberFormat.text(seconds)) seconds"
    }

    private func chart(_ journal: ReportJournal) -> HeadChart {
        func blocks(_ spans: [ReportJournal.Span], _ color: String, _ words: String) -> [HeadChart.Block] {
            spans.map { HeadChart.Block(start: $0.start, end: $0.end, color: color, words: words) }
        }
        let entries = journal.entries.sorted { $0.start < $1.start }
        let start = recording.points.first?.time ?? 0
        var chart = HeadChart(points: recording.points, start: start, end: recording.points.last?.time ?? start)
        chart.stretches = entries.map { HeadChart.Stretch(start: $0.start, end: $0.end, direction: $0.direction) }
        chart.lanes = [
            HeadChart.Lane(name: "Gestures", blocks: entries.map {
                HeadChart.Block(start: $0.start, end: $0.end, color: $0.direction.rawValue, look: $0.isHold ? .solid : .open, sign: $0.mark,
                                words: $0.words)
            }),
            HeadChart.Lane(name: "Not recognised", blocks: journal.refusals.sorted { $0.start < $1.start }.map {
                HeadChart.Block(start: $0.start, end: $0.end, color: "tracked", look: .open, words: $0.rejection.words)
            }),
            HeadChart.Lane(name: "Gestures counted", blocks: blocks(journal.tracking, "tracked", "yes")),
        ]
        for output in configuration.outputs.map(\.name) + configuration.axes.map(\.name) {
            chart.lanes.append(HeadChart.Lane(name: "Line “\(output)”", blocks: blocks(journal.lines[output] ?? [], "switched", "on")))
        }
        return chart
    }

    private func sentence(_ journal: ReportJournal) -> String {
        guard summary.framesWithFace > 0 else {
            return "No face was seen in any frame, so no gesture was possible. " + Replay.Summary.whereToLook
        }
        let seen = "A face was seen in \(NumberFormat.text(summary.facePercent, decimals: 1)) % of the frames."
        guard let tracking = journal.trackingStart else {
            return seen + " The head was never still long enough to measure its rest position, so no gesture could count."
        }
        return seen + " From second \(NumberFormat.text(tracking, decimals: 1)) on gestures counted: \(counted(journal.entries))."
    }

    /// The gestures by kind, without those that did not occur: "3 nods and 1 hold".
    private func counted(_ entries: [ReportJournal.Entry]) -> String {
        var counts = (looks: 0, holds: 0, nods: 0, shakes: 0, tilts: 0, expressions: 0, gazes: 0, taught: 0)
        for entry in entries {
            switch entry.gesture {
            case .look: counts.looks += 1
            case .hold: counts.holds += 1
            case .nod: counts.nods += 1
            case .shake: counts.shakes += 1
            case .tilt, .holdTilt: counts.tilts += 1
            case .expression, .holdExpression: counts.expressions += 1
            case .gaze: counts.gazes += 1
            case .taught: counts.taught += 1
            }
        }
        let parts = [(counts.looks, "look"), (counts.holds, "hold"), (counts.nods, "nod"), (counts.shakes, "shake"), (counts.tilts, "tilt"),
                     (counts.expressions, "movement of the face"), (counts.gazes, "look at a zone"), (counts.taught, "taught movement")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.1 == "movement of the face" ? "movements of the face" : $0.1 + "s")" }
        guard let last = parts.last else { return "none was recognised" }
        return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private func gestures(_ journal: ReportJournal) -> String {
        guard !journal.entries.isEmpty else {
            let approach = Approach(nearestIn: recording.points).map { " " + $0.words } ?? ""
            return "<h2>Gestures</h2><p>No gesture was recognised.\(approach)</p>"
        }
        return "<h2>Gestures</h2>" + HTMLTable(
            label: "Gestures", columns: ["When", "What", "How far", "How long", "How a hold ended"],
            rows: journal.entries.map { entry in
                ["\(entry.start.short) s", entry.words, entry.distance.map { $0.short + " eye distances" } ?? "",
                 "\((entry.end - entry.start).short) s", entry.ending]
            }).html
    }

    private func refusals(_ journal: ReportJournal) -> String {
        guard !journal.refusals.isEmpty else { return "" }
        let shown = journal.refusals.prefix(Self.mostRefusals), more = journal.refusals.count - shown.count
        return "<h2>Movements that were not recognised</h2>" + HTMLTable(
            label: "Movements that were not recognised", columns: ["When", "Direction", "Reason"],
            rows: shown.map { refusal in
                ["\(NumberFormat.text(refusal.start, decimals: 1)) s", refusal.rejection.direction.map { "\($0.arrow) \($0)" } ?? refusal.rejection.gesture?.description ?? "",
                 refusal.rejection.words]
            }).html + (more > 0 ? "<p class=\"legend\">And \(more) more.</p>" : "")
    }

    private func people(_ journal: ReportJournal) -> String {
        guard !journal.people.isEmpty else { return "" }
        return "<h2>Whose face it was</h2>" + journal.people.map { "<p>\($0.htmlEscaped)</p>" }.joined()
    }

    private var costs: String {
        HTMLTable(label: "How it ran", rows: [
            ["Frames a second", NumberFormat.text(summary.captureRate, decimals: 1)],
            ["Frames processed", "\(summary.frames)" + (summary.dropped > 0 ? " (\(summary.dropped) dropped)" : "")],
            ["CPU time for each frame", "\(NumberFormat.text(summary.millisecondsPerFrame)) ms of one core"],
            ["At this rate", "\(NumberFormat.text(summary.millisecondsPerFrame * summary.captureRate / 10, decimals: 1)) % of one core"],
            ["Accuracy", configuration.detection.accuracy.rawValue],
        ]).html
    }
}
