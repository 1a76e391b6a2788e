import Appliance
import ArgumentParser

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stop all outputs from reacting until `nodline resume`; held ones are released.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws { try SimpleRequest(socket: socket, json: json).run(.pause, "paused: nothing fires") }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "End a pause: gestures count again.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws { try SimpleRequest(socket: socket, json: json).run(.resume, "gestures count again") }
}
