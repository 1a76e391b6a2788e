import Appliance
import ArgumentParser

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stop all outputs from reacting until `nodline resume`; held ones are released.")

    @OptionGroup var options: PlainRequest

    func run() throws { try options.run(.pause, "paused: nothing fires") }
}

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "End a pause: gestures count again.")

    @OptionGroup var options: PlainRequest

    func run() throws { try options.run(.resume, "gestures count again") }
}

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Switch everything off until `nodline release`: outputs, axes and gestures.")

    @OptionGroup var options: PlainRequest

    func run() throws { try options.run(.stop, "stopped: everything is off until nodline release") }
}

struct ReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "End a stop: gestures count again, unless it is paused.")

    @OptionGroup var options: PlainRequest

    func run() throws { try options.run(.release, "released") }
}

/// The options of a command that is one request without fields.
struct PlainRequest: ParsableArguments {
    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run(_ request: ControlRequest, _ words: String) throws { try SimpleRequest(socket: socket, json: json).run(request, words) }
}
