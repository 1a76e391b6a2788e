import ArgumentParser
import FoundationEssentials
import Lab
import Outputs
import Platform

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Run labelled clips and list gestures found, missed and falsely recognised.",
        discussion: """
            A clip's labels are in a file next to it: for CLIP.mp4, CLIP.csv with the columns start,end,gesture. \
            A gesture recognised outside of every span is a false activation. \
            Traces (CLIP.heads) are accepted like clips. CLIP.toml next to a clip is the configuration for its person.
            """)

    @Argument(help: "A folder with clips and their labels.")
    var folder: String

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Also list every movement that was not recognised: which rule refused it, and by how much.")
    var explain = false

    @Option(help: "Write a report of every miss and false activation: frames, trace and reasons.")
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
