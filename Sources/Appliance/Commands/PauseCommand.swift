// nodline pause, nodline resume
import ArgumentParser

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Let nothing fire until `nodline resume`; what is held is let go.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws { try SimpleRequest(socket: socket, json: json).run(JSONLine.request("pause"), "paused: nothing fires") }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let gestures count again after a pause.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws { try SimpleRequest(socket: socket, json: json).run(JSONLine.request("resume"), "gestures count again") }
}
