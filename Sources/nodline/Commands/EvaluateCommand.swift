// nodline evaluate
import ArgumentParser
import FoundationEssentials
import Lab
import Outputs
import Platform

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Run labelled clips and list what was found, missed and wrongly fired.",
        discussion: """
            A clip's labels stand beside it: CLIP.mp4 and CLIP.csv with the columns start,end,gesture. \
            Whatever fires outside of every span is a false activation. \
            Traces (CLIP.heads) are taken like clips. CLIP.toml beside a clip is its person's own configuration.
            """)

    @Argument(help: "A folder with clips and their labels.")
    var folder: String

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "One JSON object.")
    var json = false

    @Flag(help: "Also every movement that was not taken for a gesture: which rule it broke, by how much.")
    var explain = false

    @Option(help: "Write a page that shows every miss and false activation: frames, trace and reasons.")
    var report: String?

    func run() throws {
        var configuration = try source.read()
        configuration.gestures.explains = explain || report != nil
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
