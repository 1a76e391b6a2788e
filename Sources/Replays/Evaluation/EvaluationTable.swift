import Platform

/// The output of `nodline evaluate` for a terminal.
package struct EvaluationTable {
    private let evaluation: Evaluation

    private let explains: Bool

    /// - Parameter explains: includes every refusal with the rule and its numbers.
    package init(_ evaluation: Evaluation, explains: Bool = false) {
        self.evaluation = evaluation
        self.explains = explains
    }

    /// The column names, a row for each gesture that was labelled or fired, and a row for all.
    var rows: [[String]] {
        [["gesture", "labels", "found", "recall", "precision", "false", "latency (median, 95 %)"]]
            + evaluation.gestures.sorted { $0.key < $1.key }.map { row($0, $1) } + [row("all", evaluation.total)]
    }

    /// The rate of false activations, and the clips that are not whole, left out, or without labels.
    var remarks: [String] {
        let total = evaluation.total, hours = evaluation.hours
        var rate = "\(total.falseActivations) false activations in \(NumberFormat.text(hours)) h"
        if let hourly = total.falsePerHour(in: hours), let bound = total.falsePerHourUpper95(in: hours) {
            rate += ": \(Self.short(hourly)) an hour, with 95 % certainty at most \(Self.short(bound))"
        }
        var remarks = [rate]
        let parts = evaluation.clips.filter { !$0.isWhole }
        if !parts.isEmpty { remarks.append("Damaged or cut short: \(parts.map(\.name).joined(separator: ", ")). Only what could be read of them counts.") }
        if !evaluation.failures.isEmpty {
            remarks.append("Left out, because they cannot be read: \(evaluation.failures.map(\.file).joined(separator: ", ")).")
        }
        let bare = evaluation.clips.filter { !$0.isLabelled }
        guard !bare.isEmpty else { return remarks }
        let fired = bare.reduce(0) { $0 + $1.firings.count }
        return remarks + ["Without labels: \(bare.map(\.name).joined(separator: ", ")). All that fired there (\(fired)) counts as false, although it may "
                + "have been intended. Write CLIP.csv with start,end,gesture; an empty file means that no gesture is intended."]
    }

    package var text: String {
        var lines = [Self.aligned(rows), ""] + remarks
        for clip in evaluation.clips where !clip.score.missed.isEmpty || !clip.score.falseActivations.isEmpty {
            lines.append("\(clip.name): " + (clip.score.missed.map { "missed \($0.gesture) at \(Self.short($0.start)) s" }
                + clip.score.falseActivations.map { "false \($0.gesture) at \(Self.short($0.time)) s" })
                .joined(separator: "; "))
        }
        if explains {
            for clip in evaluation.clips { lines += clip.refusals.map { "\(clip.name), \($0)" } }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ score: Score) -> [String] {
        let latency = score.latency(0.5).map { "\(Self.short($0)) s, \(Self.short(score.latency(0.95) ?? $0)) s" }
        return [name, "\(score.labels)", "\(score.hits)", Self.percent(score.recall), Self.percent(score.precision),
                "\(score.falseActivations)", latency ?? "–"]
    }

    private static func percent(_ part: Double?) -> String { part.map { "\(short($0 * 100)) %" } ?? "–" }

    private static func short(_ value: Double) -> String {
        value.magnitude < 1 ? value.short : NumberFormat.text(value, decimals: 1)
    }

    /// Columns padded to the same width.
    package static func aligned(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(\.printable) }
        let widths = rows.first.map { $0.indices.map { column in rows.map { $0[column].count }.max() ?? 0 } } ?? []
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
