import Platform

/// The output of `nodline evaluate --gaze` for a terminal, and the rows of its report.
package struct GazeTable {
    let evaluation: GazeEvaluation

    package init(_ evaluation: GazeEvaluation) { self.evaluation = evaluation }

    /// The column names, and a row for each clip and for all.
    var rows: [[String]] {
        [["clip", "gaze known", "median", "95 %", "median", "95 %", "unsmoothed", "95 %"]]
            + evaluation.clips.map { clip in
                row(clip.name, clip.samples, clip.frames)
            } + (evaluation.clips.count > 1 ? [row("all", evaluation.samples, evaluation.clips.reduce(0) { $0 + $1.frames })] : [])
    }

    private func row(_ name: String, _ samples: [GazeEvaluation.Sample], _ frames: Int) -> [String] {
        func quantiles(_ values: [Double], _ unit: String) -> [String] {
            [0.5, 0.95].map { part in GazeStatistics.quantile(values, part).map { NumberFormat.text($0, decimals: 1) + unit } ?? "–" }
        }
        let known = frames > 0 ? "\(Int((Double(samples.count) / Double(frames) * 100).rounded())) %" : "–"
        return [name, known] + quantiles(samples.map(\.degrees), "°") + quantiles(samples.map(\.error), " cm") + quantiles(samples.map(\.bareDegrees), "°")
    }

    /// The clips that could not be calibrated, and why.
    var faults: [String] { evaluation.clips.compactMap { clip in clip.fault.map { "\(clip.name): not calibrated: \($0)" } } }

    /// The error's correlation with each cause.
    var correlations: [[String]] {
        let samples = evaluation.samples
        return GazeEvaluation.causes.map { cause in
            let found = GazeStatistics.correlation(samples.map { (cause.value($0), $0.bareDegrees) })
            return [cause.name, found.map { $0.short } ?? "–"]
        }
    }

    /// How many looks lie in the right cell of a divided screen.
    var cells: [[String]] {
        let all = evaluation.clips.flatMap(\.cells), dwells = evaluation.clips.flatMap(\.dwells)
        return GazeEvaluation.grids.enumerated().map { index, grid in
            let right = all.filter { $0[index] }.count
            let percent = NumberFormat.text(Double(right) / Double(max(1, all.count)) * 100, decimals: 1)
            func part(_ outcome: ZoneTrial.Outcome) -> String {
                NumberFormat.text(Double(dwells.filter { $0[index] == outcome }.count) / Double(max(1, dwells.count)) * 100, decimals: 1) + " %"
            }
            return ["\(grid.0) × \(grid.1)", all.isEmpty ? "–" : "\(percent) % of \(all.count)"]
                + (dwells.isEmpty ? [] : ["a zone after 1 s: right \(part(.right))", "wrong \(part(.wrong))"])
        }
    }

    package var text: String {
        var lines = [EvaluationTable.aligned(rows)] + faults + ["", "correlation of the error (degrees, unsmoothed) with", EvaluationTable.aligned(correlations)]
        lines += ["", "looks in the right cell of the screen, columns × rows", EvaluationTable.aligned(cells)]
        return lines.joined(separator: "\n")
    }
}
