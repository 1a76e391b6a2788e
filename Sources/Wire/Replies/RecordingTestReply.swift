import GestureNames

/// How a recording goes with settings: what `nodline test-recording` prints, and the reply to `test-recording`.
package struct RecordingTestReply: Codable, Sendable {
    /// A gesture that was recognised.
    package struct Found: Codable, Sendable {
        package let gesture: String, t: Double

        package init(gesture: String, t: Double) { (self.gesture, self.t) = (gesture, t) }
    }

    /// A gesture that somebody has marked.
    package struct Mark: Codable, Sendable {
        package let gesture: String, from: Double, to: Double
        /// When it was recognised; `nil` if it was missed.
        package let found: Double?
        /// Nothing looks for this gesture, so that it cannot be found.
        package let off: Bool
        /// The movements that were refused meanwhile, if it was missed.
        package let refusals: [WhyReply.Refusal]

        package init(gesture: String, from: Double, to: Double, found: Double?, off: Bool, refusals: [WhyReply.Refusal]) {
            (self.gesture, self.from, self.to, self.found, self.off, self.refusals) = (gesture, from, to, found, off, refusals)
        }
    }

    package struct Run: Codable, Sendable {
        package let marks: [Mark]
        /// What was recognised besides.
        package let others: [Found]

        package init(marks: [Mark], others: [Found]) { (self.marks, self.others) = (marks, others) }
    }

    package let seconds: Double
    /// With what holds now.
    package let present: Run
    /// With what would hold without the settings on trial; `nil` if none are.
    package let kept: Run?

    package init(seconds: Double, present: Run, kept: Run?) { (self.seconds, self.present, self.kept) = (seconds, present, kept) }

    /// The same in fewer words: 400 marked gestures have room in a reply, their reasons have not.
    package var withoutReasons: RecordingTestReply {
        func short(_ run: Run) -> Run {
            let marks = run.marks.map { Mark(gesture: $0.gesture, from: $0.from, to: $0.to, found: $0.found, off: $0.off, refusals: []) }
            return Run(marks: marks, others: Array(run.others.prefix(100)))
        }
        return RecordingTestReply(seconds: seconds, present: short(present), kept: kept.map(short))
    }
}
