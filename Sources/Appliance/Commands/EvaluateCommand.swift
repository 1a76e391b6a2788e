// nodline evaluate
import ArgumentParser
import FoundationEssentials

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Run labelled clips and say what was found, missed and wrongly fired.",
        discussion: """
            A clip's labels stand beside it: CLIP.mp4 and CLIP.csv with the columns start,end,gesture. \
            Whatever fires outside of every span is a false activation.
            """)

    @Argument(help: "A folder with clips and their labels.")
    var folder: String

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        let evaluation = try Evaluation(folder: folder, configuration: source.read()) { Terminal.progress($0) }
        Terminal.progress("")
        if json {
            Terminal.output(try PrettyJSON.text(EvaluationJSON(evaluation)))
        } else {
            Terminal.output(EvaluationTable(evaluation).text)
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
