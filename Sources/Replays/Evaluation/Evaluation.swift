import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Pipeline
import Platform
import Traces
import Wire

/// The result of running the labelled clips of a folder through the appliance.
package struct Evaluation: Sendable {
    package struct Clip: Sendable {
        package let name: String
        package let file: String
        package let isTrace: Bool
        package let seconds: Double
        package let score: ClipScore
        /// The refused movements with their reasons, in order of time.
        package let rejections: [GestureEvent]
        package let labels: [Label]
        /// Whether the clip has a label file. A clip without one contains no intended gesture.
        package let isLabelled: Bool
        package let firings: [Firing]
        /// What is odd about the clip or its labels.
        package let warnings: [String]
        /// Whether all of the clip was read, as far as anybody can tell.
        package let isWhole: Bool
        /// Only if traces are kept.
        package let points: [TracePoint]

        /// The rejections in words: time, direction, and the rule with its numbers.
        var refusals: [String] {
            rejections.compactMap { event in
                guard case .rejected(let rejection) = event.kind else { return nil }
                return "\(NumberFormat.text(event.time)) s: " + (rejection.direction.map { "\($0.arrow) \($0): " } ?? rejection.gesture.map { "\($0): " } ?? "")
                    + rejection.words
            }
        }
    }

    package private(set) var clips: [Clip] = []
    /// The clips that could not be evaluated.
    package private(set) var failures: [FailedClip] = []
    /// What is odd about the folder.
    private let strays: [String]

    /// Whether the figures are those of all clips, each of them whole.
    package var isComplete: Bool { failures.isEmpty && clips.allSatisfy(\.isWhole) }

    /// Everything that is odd about the folder, its clips and their labels, one sentence each.
    package var warnings: [String] {
        strays + clips.flatMap { clip in clip.warnings.map { "\(clip.name): \($0)" } } + failures.map { "\($0.file) is left out: \($0.problem)" }
    }

    /// Runs every clip of a folder. A clip's labels are in `NAME.csv` in the same folder, or in a trace itself; without them every firing is
    /// false. Settings for that person alone, for example thresholds, may be in `NAME.toml`, which then replaces `configuration`. A clip that cannot be read is
    /// left out and is one of the ``failures``.
    /// - Parameter keepsTraces: whether every frame's offset is kept, for a report.
    /// - Throws: the first clip's error if there is no clip that could be read.
    package init(folder: String, configuration: Configuration, keepsTraces: Bool = false,
                 progress: (String) -> Void) throws {
        let contents = try ClipFolder(folder)
        guard !contents.entries.isEmpty else {
            throw ClipError(file: folder, problem: "there is no clip in it; expected .y4m, .mp4 or another video file")
        }
        strays = contents.strays
        // Traces need no network.
        let runtime = contents.entries.contains { !$0.isTrace } ? try LiteRTRuntime(assets: configuration.models.assets) : nil
        var first: (any Error)?
        for entry in contents.entries {
            progress(entry.file)
            do {
                clips.append(try Self.clip(entry, in: folder, configuration, runtime, keepsTraces: keepsTraces))
            } catch where FailedClip.isOfOneClip(error) {
                first = first ?? error
                failures.append(FailedClip(file: entry.file, problem: "\(error)"))
            }
        }
        if clips.isEmpty, let first { throw first }
    }

    /// Runs one clip, with the labels beside it.
    /// - Throws: its error, or that of its labels.
    static func clip(_ file: String, _ configuration: Configuration, _ runtime: LiteRTRuntime?) throws -> Clip {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false), folder = parts.dropLast().joined(separator: "/")
        let name = String((parts.last ?? "").prefix { $0 != "." }), labels = name + ".csv"
        let hasLabels = FileManager.default.fileExists(atPath: "\(folder)/\(labels)")
        let entry = ClipFolder.Entry(file: String(parts.last ?? ""), name: name, labels: hasLabels ? labels : nil)
        return try clip(entry, in: folder, configuration, runtime, keepsTraces: false)
    }

    private static func clip(_ entry: ClipFolder.Entry, in folder: String, _ configuration: Configuration, _ runtime: LiteRTRuntime?,
                             keepsTraces: Bool) throws -> Clip {
        let file = "\(folder)/\(entry.file)", ownFile = "\(folder)/\(entry.name).toml"
        var configuration = configuration
        if FileManager.default.fileExists(atPath: ownFile) {
            let (explains, taught) = (configuration.gestures.explains, configuration.gestures.taught)
            configuration = try Configuration.read(file: ownFile)
            (configuration.gestures.explains, configuration.gestures.taught) = (explains, taught)
        }
        let trace = entry.isTrace ? try HeadTrace(file: file) : nil
        // A file beside it corrects what a trace itself says.
        let given = try entry.labels.map { try Label.read(file: "\(folder)/\($0)") } ?? trace?.labels, all = given ?? []
        let labels = all.filter { $0.gesture.isLookedFor(configuration.gestures) }
        // Nobody may ever write into a pipe.
        var status = stat()
        if stat(file, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { throw ClipError(file: file, problem: "it is no file; expected a clip") }
        var firings: [Firing] = []
        var rejections: [GestureEvent] = []
        func hear(_ event: GestureEvent) {
            if let firing = Firing(event) { firings.append(firing) }
            if case .rejected = event.kind { rejections.append(event) }
        }
        let recording = Recording()
        var summary = Replay.Summary()
        if let trace {
            let (gestures, model) = Self.gaze(trace, configuration)
            trace.run(gestures, gaze: model, observe: { sample, recognizer in
                if keepsTraces { recording.add(sample, recognizer, eyes: trace.marks[recording.points.count].face?.eyes) }
            }, hear)
            summary.duration = trace.duration
        } else {
            var replay = Replay(try HeadSwitch(configuration, runtime: runtime))
            if keepsTraces {
                let points = try ReplayRecording(replay.headSwitch)
                replay.observe = { frame, face, headSwitch in points.add(frame, face, headSwitch) }
                recording.replay = points
            }
            summary = try replay.run(ClipOpener.open(file)) { event in
                if case .gesture(let event) = event { hear(event) }
            }
        }
        let warnings = summary.remarks.map(\.problem) + [entry.note].compactMap { $0 } + (given.map { LabelCheck.warnings($0, configuration.gestures, seconds: summary.duration) } ?? [])
        return Clip(name: entry.name, file: file, isTrace: entry.isTrace, seconds: summary.duration,
                    score: ClipScore(labels: labels, firings: firings), rejections: rejections, labels: labels,
                    isLabelled: given != nil, firings: firings, warnings: warnings, isWhole: summary.isWhole,
                    points: recording.replay?.points ?? recording.points)
    }

    /// The rules and the model for looks at zones, if an output needs them. The person looks at the camera in the first two seconds.
    private static func gaze(_ trace: HeadTrace, _ configuration: Configuration) -> (GestureConfiguration, GazeModel?) {
        guard configuration.watchesGaze else { return (configuration.gestures, nil) }
        let model = GazeModel(configuration.gaze, width: Double(configuration.camera.width), height: Double(configuration.camera.height))
        var gestures = configuration.gestures
        gestures.gaze.correction = ZoneTrial.atRest(trace, model)
        return (gestures, model)
    }

    private final class Recording {
        var points: [TracePoint] = []
        var replay: ReplayRecording?

        func add(_ sample: HeadSample, _ recognizer: borrowing GestureRecognizer, eyes: HeadMark.Eyes?) {
            points.append(TracePoint(sample, recognizer, eyes: eyes))
        }
    }

    package var hours: Double { clips.reduce(0) { $0 + $1.seconds } / 3600 }

    /// By the gesture's name.
    package var gestures: [String: Score] {
        var gestures: [String: Score] = [:]
        for clip in clips { gestures.merge(clip.score.gestures) { $0 + $1 } }
        return gestures
    }

    package var total: Score { gestures.values.reduce(Score(), +) }
}

extension Score {
    static func + (left: Score, right: Score) -> Score {
        var sum = left
        sum += right
        return sum
    }
}

extension LabelledGesture {
    /// Whether the gesture is looked for. One that nothing uses is an ordinary movement.
    func isLookedFor(_ configuration: GestureConfiguration) -> Bool { remedy(in: configuration) == nil }

    /// What would make it one that is looked for; `nil` if it is.
    func remedy(in configuration: GestureConfiguration) -> String? {
        let key: String, isOn: Bool
        switch self {
        case .nod: (key, isOn) = ("nod", configuration.nod)
        case .shake: (key, isOn) = ("shake", configuration.shake)
        case .tilt, .holdTilt: (key, isOn) = ("tilt", configuration.tilt.isOn)
        case .expression(let expression), .holdExpression(let expression): (key, isOn) = (expression.key, configuration.expressions.isUsed(expression))
        case .taught(let name): return configuration.taught.contains { $0.name == name } ? nil : "--taught FILE"
        case .look, .hold, .any, .ignore: return nil
        }
        return isOn ? nil : "\(key) = true under [gestures]"
    }
}
