import Appliance
import ArgumentParser
import Lab

struct ProposalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proposals", abstract: "Measure every movement in a folder of traces that may have been meant, for tools/evidence.")

    @Argument(help: "A folder with traces.")
    var folder: String

    @Option(name: .shortAndLong, help: "The file to write (CSV).")
    var output: String

    func run() throws {
        try ProposalTable(folder: folder, Configuration().gestures).write(to: output)
    }
}
