// The page that shows what happened in a clip.
import FoundationEssentials
import Gestures

/// One self-contained HTML page about one run, for people: a therapist should see why a gesture came or did not.
struct ReplayReport {
    let clip: String
    let configuration: Configuration
    let recording: ReplayRecording
    let summary: Replay.Summary

    /// Writes the page.
    func write(to file: String) throws {
        do {
            try Data(html.utf8).write(to: URL(filePath: file))
        } catch {
            throw ReportFault(file: file)
        }
    }

    var html: String {
        let journal = ReportJournal(recording: recording, gestures: configuration.gestures)
        let chart = ReportChart(recording: recording, journal: journal, gestures: configuration.gestures,
                                outputs: configuration.outputs.map(\.name) + configuration.axes.map(\.name), start: startTime, end: endTime)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Nodline: \(clip.htmlEscaped)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>What the head did</h1>
            <p class="lead"><b>\(clip.htmlEscaped)</b>, \(JSONLine.number(summary.duration, decimals: 1)) seconds.
            \(sentence(journal))</p>
            <div class="wide chart">\(chart.svg)</div>
            <p class="legend">The wandering line is the head, measured from where it rests.
            <span class="key zone"></span> In the grey band nothing counts.
            <span class="key dash"></span> Beyond a dashed line the head is looking in that direction: out and back is a
            <i>look</i>, staying there for \(acceptance) begins a <i>hold</i>
            (the tinted stretches). One eye distance is the space between the two eyes, so that the
            numbers mean the same near and far. Left and right are the person's own.</p>
            \(journal.table)
            \(journal.refusalTable)
            <h2>How it ran</h2>
            \(costs)
            </body>
            </html>

            """
    }

    private var acceptance: String {
        let seconds = configuration.gestures.acceptance
        return seconds == 1 ? "one second" : "\(JSONLine.number(seconds)) seconds"
    }

    private var startTime: Double { recording.points.first?.time ?? 0 }
    private var endTime: Double { recording.points.last?.time ?? startTime }

    private func sentence(_ journal: ReportJournal) -> String {
        let strokes = journal.entries.filter { !$0.isHold }.count, holds = journal.entries.count - strokes
        func counted(_ count: Int, _ one: String, _ many: String) -> String {
            count == 0 ? "no \(one)" : count == 1 ? "one \(one)" : "\(count) \(many)"
        }
        let seen = "A face was seen in \(JSONLine.number(summary.facePercent, decimals: 1)) % of the pictures."
        guard let tracking = journal.trackingStart else {
            return seen + " The head never rested long enough to be measured, so no gesture could count."
        }
        return seen + " From second \(JSONLine.number(tracking, decimals: 1)) on gestures counted: "
            + "\(counted(strokes, "look", "looks")) and \(counted(holds, "hold", "holds"))."
    }

    private var costs: String {
        let rows = [
            ("Pictures a second", JSONLine.number(summary.captureRate, decimals: 1)),
            ("Pictures looked at", "\(summary.frames)" + (summary.dropped > 0 ? " (\(summary.dropped) came too soon)" : "")),
            ("Computing for each picture", "\(JSONLine.number(summary.millisecondsPerFrame)) ms of one core"),
            ("At this rate", "\(JSONLine.number(summary.millisecondsPerFrame * summary.captureRate / 10, decimals: 1)) % of one core"),
            ("Accuracy", configuration.detection.accuracy.rawValue),
        ]
        return "<table>" + rows.map { "<tr><th>\($0.0)</th><td>\($0.1)</td></tr>" }.joined() + "</table>"
    }

    static let style = """
        :root { color-scheme: light; --ink: #1d2733; --soft: #5b6875; --line: #d7dde3; }
        body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); max-width: 1080px;
               margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
        .lead { margin: 0 0 1rem; } .legend { color: var(--soft); font-size: .9rem; }
        svg { width: 100%; height: auto; display: block; }
        svg text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: var(--soft); }
        svg .title { font-weight: 600; fill: var(--ink); font-size: 13px; }
        .wide { overflow-x: auto; } .wide.chart svg { min-width: 760px; }
        .key { display: inline-block; width: 1.6em; height: .8em; vertical-align: -.05em; margin-left: .4em; }
        .zone { background: #e8ecf0; } .dash { border-top: 2px dashed #b9653b; height: 0; vertical-align: .3em; }
        table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem 1.2rem .25rem 0;
               border-bottom: 1px solid var(--line); } th { font-weight: 600; }
        """
}

/// A report that cannot be written.
struct ReportFault: Error, CustomStringConvertible {
    let file: String
    var description: String { "\(file): the report cannot be written there" }
}

extension String {
    /// Safe inside HTML text and attributes.
    var htmlEscaped: String {
        var text = ""
        for character in self {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
        return text
    }
}
