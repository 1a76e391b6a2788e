import Platform

/// A page about a gaze evaluation: errors, correlations, and the error against time, rotation, distance and place.
package struct GazeReport {
    let evaluation: GazeEvaluation

    package init(_ evaluation: GazeEvaluation) { self.evaluation = evaluation }

    /// - Throws: `ResultFileError`.
    package func write(to file: String) throws { try page.write(to: file) }

    package var page: ReportPage {
        let table = GazeTable(evaluation), samples = evaluation.samples
        let charts = GazeEvaluation.causes.map { cause in
            let chart = ScatterChart(title: "Error against \(cause.name)", horizontal: "\(cause.name) (\(cause.unit))", vertical: "error (°)",
                                     points: samples.map { (cause.value($0), $0.bareDegrees) })
            return ReportPage.region(chart.title, chart.svg)
        }
        let pointWords = evaluation.points == 0 ? "no point" : evaluation.points == 1 ? "the first point" : "the first \(evaluation.points) points"
        return ReportPage(title: "gaze", body: """
            <h1>Where people seem to look, and where they looked</h1>
            <p class="lead">Calibrated with \(pointWords) of each clip, which do not count below. Smoothing: \(evaluation.filter.rawValue).
            The error is the angle at the eyes between both points, or their distance on the screen.</p>
            \(HTMLTable(label: "Errors", columns: table.rows.first ?? [], rows: Array(table.rows.dropFirst())).html)
            \(table.faults.map { "<p>\($0.htmlEscaped)</p>" }.joined())
            <h2>Looks in the right cell of the screen, columns × rows</h2>
            \(HTMLTable(label: "Cells", rows: table.cells).html)
            <h2>Correlation of the error with</h2>
            \(HTMLTable(label: "Correlations", rows: table.correlations).html)
            <p class="legend">Each dot is a frame, not smoothed; the line is the median of each tenth of the axis.</p>
            \(charts.joined(separator: "\n"))
            """)
    }
}
