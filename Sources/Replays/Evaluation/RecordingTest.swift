import Appliance
import FoundationEssentials
import Gestures
import Pipeline
import Traces
import Wire

/// How a recording, with the gestures that somebody has marked in it, goes with settings.
package enum RecordingTest {
    /// The most refused movements that are told of a missed gesture.
    private static let mostRefusals = 3

    /// - Parameters:
    ///   - file: the clip; its labels are beside it.
    ///   - kept: other settings to compare with; `nil` for none.
    /// - Throws: the error of the clip, its labels or the models.
    package static func run(_ file: String, present: Configuration, kept: Configuration?) throws -> RecordingTestReply {
        let labels = try labels(of: file), runtime = try LiteRTRuntime(assets: present.models.assets)
        let now = try run(file, labels, present, runtime), previous = try kept.map { try run(file, labels, $0, runtime).run }
        return RecordingTestReply(seconds: now.seconds, present: now.run, kept: previous)
    }

    /// Writes a recording as numbers, its labels with it, and tells how the file that came out goes with settings.
    /// - Throws: the error of the clip, its labels or the models; nothing is written then.
    package static func give(_ file: String, to output: String, _ configuration: Configuration) throws -> RecordingTestReply {
        let labels = try labels(of: file)
        guard !labels.isEmpty else { throw LabelError(file: file, line: 0, problem: "no gesture is marked in it") }
        try TraceRecorder.record(file, configuration, measuresEyes: false).recorder.write(to: output, labels: labels)
        let now = try run(output, HeadTrace(file: output).labels ?? [], configuration, nil)
        return RecordingTestReply(seconds: now.seconds, present: now.run, kept: nil)
    }

    /// The labels beside a clip, none if there is no such file.
    /// - Throws: ``LabelError``.
    package static func labels(of file: String) throws -> [Label] {
        let path = (file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]) + ".csv"
        return FileManager.default.fileExists(atPath: String(path)) ? try Label.read(file: String(path)) : []
    }

    private static func run(_ file: String, _ labels: [Label], _ configuration: Configuration, _ runtime: LiteRTRuntime?) throws
        -> (seconds: Double, run: RecordingTestReply.Run) {
        var configuration = configuration
        configuration.gestures.explains = true
        let clip = try Evaluation.clip(file, configuration, runtime)
        let marks = labels.filter { $0.gesture != .ignore }.sorted { $0.start < $1.start }.map { label in
            let found = clip.score.found.first { $0.label == label }?.firing.time
            return RecordingTestReply.Mark(
                gesture: "\(label.gesture)", from: label.start, to: label.end, found: found, off: !label.gesture.isLookedFor(configuration.gestures),
                refusals: found == nil ? refusals(clip.rejections, during: label) : [])
        }
        let others = clip.score.falseActivations.map { RecordingTestReply.Found(gesture: "\($0.gesture)", t: $0.time) }
        return (clip.seconds, RecordingTestReply.Run(marks: marks, others: others))
    }

    /// The refused movements in the time in which a gesture would have counted, those nearest to its end first.
    private static func refusals(_ rejections: [GestureEvent], during label: Label) -> [WhyReply.Refusal] {
        rejections.filter { (label.start - ClipScore.before...label.end + ClipScore.after).contains($0.time) }
            .sorted { abs($0.time - label.end) < abs($1.time - label.end) }.prefix(mostRefusals).compactMap { event in
                guard case .rejected(let rejection) = event.kind else { return nil }
                return WhyReply.Refusal(rejection, at: event.time, now: event.time, origin: "")
            }
    }
}
