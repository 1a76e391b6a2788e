import Appliance
import ArgumentParser
import FoundationEssentials
import Gestures
import Outputs
import Platform
import Replays

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Run labelled clips and list gestures found, missed and falsely recognised.",
        discussion: """
            A clip's labels are in a file next to it: for CLIP.mp4, CLIP.csv with the columns start,end,gesture. \
            A gesture recognised outside of every span is a false activation. \
            Traces (CLIP.heads) are accepted like clips, and may have their labels in them. CLIP.toml next to a clip is the configuration for its person.
            Labels may be written by a spreadsheet: with semicolons or tabs, decimal commas, further columns. A clip that \
            cannot be read is left out, one that is damaged counts as far as it can be read; both end with 1.
            With --gaze, labels are start,end,x,y: where the person looks, in centimetres from the camera to the person's right \
            and up; or start,end,screen_x,screen_y in parts of the screen from its upper left corner.
            """)

    @Argument(help: "A folder with clips and their labels.")
    var folder: String

    @OptionGroup var source: ConfigurationOption

    @OptionGroup var taught: TaughtOption

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Also list every movement that was not recognised: which rule refused it, and by how much.")
    var explain = false

    @Option(help: "Write a report of every miss and false activation: frames, trace and reasons.")
    var report: String?

    @Flag(help: "Measure how well the eyes tell where the person looks.")
    var gaze = false

    @Option(parsing: .unconditional, help: "With --gaze: how many of the first labels calibrate; 1 for the offset only, 0 for none. (default: 3)")
    var points: Int?

    @Option(help: "With --gaze: none, mean (of ten) or one-euro. (default: one-euro)")
    var smoothing: String?

    func validate() throws {
        if !gaze, points != nil || smoothing != nil { throw ValidationError("--points and --smoothing need --gaze.") }
        if gaze, !taught.files.isEmpty { throw ValidationError("--gaze measures no gestures; expected it without --taught.") }
        if gaze, explain { throw ValidationError("--gaze has no movements to explain; expected it without --explain.") }
        if let points, !(0...9).contains(points) { throw ValidationError("--points \(points): expected 0 to 9.") }
        if let smoothing, GazeFilter.Kind(rawValue: smoothing) == nil {
            throw ValidationError("--smoothing \(smoothing): expected \(GazeFilter.Kind.allCases.map(\.rawValue).quoted).")
        }
    }

    private func runGaze(_ configuration: Configuration) throws {
        let filter = smoothing.flatMap(GazeFilter.Kind.init) ?? .oneEuro
        let evaluation = try GazeEvaluation(folder: folder, configuration: configuration, points: points ?? 3, filter: filter) { Terminal.progress($0) }
        if let report { try GazeReport(evaluation).write(to: report) }
        Terminal.progress("")
        Terminal.output(json ? try PrettyJSON.text(GazeEvaluationJSON(evaluation)) : GazeTable(evaluation).text)
        for warning in evaluation.warnings { Terminal.note("nodline: \(warning)") }
        if !evaluation.isComplete { throw ExitCode(1) }
    }

    func run() throws {
        if let report { _ = try ResultFile(report, .report) }
        var configuration = try source.read()
        if gaze { return try runGaze(configuration) }
        configuration.gestures.explains = explain || report != nil
        configuration.gestures.taught = try taught.read()
        let evaluation = try Evaluation(folder: folder, configuration: configuration, keepsTraces: report != nil) {
            Terminal.progress($0)
        }
        if let report {
            try EvaluationReport(evaluation: evaluation, mounting: configuration.camera.mounting).write(to: report)
        }
        Terminal.progress("")
        if json {
            Terminal.output(try PrettyJSON.text(EvaluationJSON(evaluation, explains: explain)))
        } else {
            Terminal.output(EvaluationTable(evaluation, explains: explain).text)
        }
        for warning in evaluation.warnings { Terminal.note("nodline: \(warning)") }
        if !evaluation.isComplete { throw ExitCode(1) }
    }
}

/// JSON for results that are printed once.
enum PrettyJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
