import Platform

/// The output of `nodline evaluate --json`, one object. Undefined values, for example the recall of a gesture without labels, are null.
package struct EvaluationJSON: Encodable {
    /// Figures of one gesture, or of all.
    struct Figures: Encodable {
        let score: Score
        let hours: Double

        enum CodingKeys: String, CodingKey {
            case count, recall, precision, false_activations, hours, false_per_hour, false_per_hour_upper95, latency_median,
                 latency_p95
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(score.labels, forKey: .count)
            try container.encode(score.recall, forKey: .recall)
            try container.encode(score.precision, forKey: .precision)
            try container.encode(score.falseActivations, forKey: .false_activations)
            try container.encode(hours, forKey: .hours)
            try container.encode(score.falsePerHour(in: hours), forKey: .false_per_hour)
            try container.encode(score.falsePerHourUpper95(in: hours), forKey: .false_per_hour_upper95)
            try container.encode(score.latency(0.5), forKey: .latency_median)
            try container.encode(score.latency(0.95), forKey: .latency_p95)
        }
    }

    struct Clip: Encodable {
        let name: String
        let seconds: Double
        /// Whether there is a label file; without one every firing counts as false.
        let labelled: Bool
        let missed: [String]
        let false_activations: [String]
        /// Everything that fired, true or false.
        let activations: [String]
        /// What is odd about the clip or its labels.
        let warnings: [String]
        /// Whether all of the clip could be read, as far as anybody can tell.
        let whole: Bool
        /// Every refused movement with its rule; `nil` unless requested.
        let refusals: [String]?
    }

    /// A clip that is left out.
    struct Failure: Encodable {
        let file: String, problem: String
    }

    private let evaluation: Evaluation
    private let explains: Bool

    enum CodingKeys: String, CodingKey {
        case gestures, clips, failed, complete
    }

    /// - Parameter explains: includes every refusal with the rule and its numbers.
    package init(_ evaluation: Evaluation, explains: Bool = false) {
        self.evaluation = evaluation
        self.explains = explains
    }

    package func encode(to encoder: any Encoder) throws {
        let hours = evaluation.hours
        try Figures(score: evaluation.total, hours: hours).encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(evaluation.gestures.mapValues { Figures(score: $0, hours: hours) }, forKey: .gestures)
        try container.encode(evaluation.clips.map { clip in
            Clip(name: clip.name, seconds: clip.seconds, labelled: clip.isLabelled,
                 missed: clip.score.missed.map { "\($0.gesture) at \(NumberFormat.text($0.start)) s" },
                 false_activations: clip.score.falseActivations.map(\.words),
                 activations: clip.firings.map(\.words),
                 warnings: clip.warnings, whole: clip.isWhole, refusals: explains ? clip.refusals : nil)
        }, forKey: .clips)
        try container.encode(evaluation.failures.map { Failure(file: $0.file, problem: $0.problem) }, forKey: .failed)
        try container.encode(evaluation.isComplete, forKey: .complete)
    }
}
