// An evaluation as one JSON object.

/// What `nodline evaluate --json` prints.
struct EvaluationJSON: Encodable {
    struct Gesture: Encodable {
        let count: Int
        let recall: Double?
        let precision: Double?
        let false_activations: Int
        let latency_median: Double?
        let latency_p95: Double?

        init(_ score: Score) {
            count = score.labels
            recall = score.recall
            precision = score.precision
            false_activations = score.falseActivations
            latency_median = score.latency(0.5)
            latency_p95 = score.latency(0.95)
        }
    }

    struct Clip: Encodable {
        let name: String
        let seconds: Double
        let missed: [String]
        let false_activations: [String]
    }

    let recall: Double?
    let precision: Double?
    let false_activations: Int
    let hours: Double
    let false_per_hour: Double
    let false_per_hour_upper95: Double
    let gestures: [String: Gesture]
    let clips: [Clip]

    init(_ evaluation: Evaluation) {
        let total = evaluation.total
        recall = total.recall
        precision = total.precision
        false_activations = total.falseActivations
        hours = evaluation.hours
        false_per_hour = Double(total.falseActivations) / evaluation.hours
        false_per_hour_upper95 = PoissonBound.upper95(total.falseActivations) / evaluation.hours
        gestures = evaluation.gestures.mapValues(Gesture.init)
        clips = evaluation.clips.map { clip in
            Clip(name: clip.name, seconds: clip.seconds,
                 missed: clip.score.missed.map { "\($0.gesture) at \(JSONLine.number($0.start)) s" },
                 false_activations: clip.score.falseActivations.map { "\($0.gesture) at \(JSONLine.number($0.time)) s" })
        }
    }
}
