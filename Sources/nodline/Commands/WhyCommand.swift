import Appliance
import ArgumentParser
import Platform
import Replays
import Wire

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "List recent movements that were not recognised, and why.",
        discussion: "At most the last twenty of the last five minutes.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let reply = try socket.connect().reply(.why, as: WhyReply.self) { if json { Terminal.output($0) } }
        if json { return }
        if reply.refusals.isEmpty { return Terminal.output("Nothing was refused in the last five minutes.") }
        Terminal.output(EvaluationTable.aligned(reply.refusals.map {
            ["\(Int($0.ago)) s ago", $0.gesture ?? "–", $0.words]
        }))
    }
}
