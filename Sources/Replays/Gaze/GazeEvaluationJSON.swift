/// The output of `nodline evaluate --gaze --json`. Errors are in degrees and centimetres.
package struct GazeEvaluationJSON: Encodable {
    struct Errors: Encodable {
        let frames: Int
        /// Part of the frames with a gaze.
        let known: Double
        let degrees_median: Double?, degrees_p95: Double?, cm_median: Double?, cm_p95: Double?
        let unsmoothed_degrees_median: Double?, unsmoothed_degrees_p95: Double?

        init(_ samples: [GazeEvaluation.Sample], frames: Int) {
            self.frames = frames
            known = frames > 0 ? Double(samples.count) / Double(frames) : 0
            func quantiles(_ value: (GazeEvaluation.Sample) -> Double) -> (Double?, Double?) {
                let values = samples.map(value)
                return (GazeStatistics.quantile(values, 0.5), GazeStatistics.quantile(values, 0.95))
            }
            (degrees_median, degrees_p95) = quantiles(\.degrees)
            (cm_median, cm_p95) = quantiles(\.error)
            (unsmoothed_degrees_median, unsmoothed_degrees_p95) = quantiles(\.bareDegrees)
        }
    }

    struct Clip: Encodable {
        let name: String
        /// Why there is no calibration.
        let fault: String?
        let errors: Errors
    }

    /// Looks in the right cell of a divided screen, and what a zone for each cell would have done.
    struct Grid: Encodable {
        let columns: Int, rows: Int
        let looks: Int, right: Int
        /// Looks that fired their own zone, and looks that fired another one.
        let fired: Int?, fired_wrong: Int?
    }

    let points: Int
    let smoothing: String
    let all: Errors
    let clips: [Clip]
    /// Of the unsmoothed error in degrees, by cause.
    let correlations: [String: Double]
    let grids: [Grid]

    package init(_ evaluation: GazeEvaluation) {
        points = evaluation.points
        smoothing = evaluation.filter.rawValue
        all = Errors(evaluation.samples, frames: evaluation.clips.reduce(0) { $0 + $1.frames })
        clips = evaluation.clips.map { Clip(name: $0.name, fault: $0.fault, errors: Errors($0.samples, frames: $0.frames)) }
        var correlations: [String: Double] = [:]
        for cause in GazeEvaluation.causes {
            let pairs = evaluation.samples.map { (cause.value($0), $0.bareDegrees) }
            if let found = GazeStatistics.correlation(pairs) { correlations[cause.name] = found }
        }
        self.correlations = correlations
        let looks = evaluation.clips.flatMap(\.cells), dwells = evaluation.clips.flatMap(\.dwells)
        grids = GazeEvaluation.grids.enumerated().map { index, grid in
            let fired = dwells.compactMap { index < $0.count ? $0[index] : nil }
            return Grid(columns: grid.0, rows: grid.1, looks: looks.count, right: looks.filter { $0[index] }.count,
                        fired: fired.isEmpty ? nil : fired.filter { $0 == .right }.count, fired_wrong: fired.isEmpty ? nil : fired.filter { $0 == .wrong }.count)
        }
    }
}
