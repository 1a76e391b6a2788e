import Appliance
import ArgumentParser
import Platform
import Wire

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

    func run() throws { try options.run(.resume, "resumed", "gestures count again") }
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

    func run() throws { try options.run(.release, "released", "gestures count again") }
}

/// The options of a command that is one request without fields.
struct PlainRequest: ParsableArguments {
    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run(_ request: ControlRequest, _ words: String) throws { try SimpleRequest(socket: socket, json: json).run(request, words) }

    /// Ends a pause or a stop.
    /// - Parameter outcome: what is true if nothing else keeps gestures from counting.
    func run(_ request: ControlRequest, _ words: String, _ outcome: String) throws {
        try SimpleRequest(socket: socket, json: json).run(request) { line in
            let remains = JSONValue.decoded(HaltReply.self, from: line)?.remains ?? []
            return words + (remains.first.map { ", but \($0.words)" } ?? ": \(outcome)")
        }
    }
}

extension HaltReply.Halt {
    fileprivate var words: String {
        switch self {
        case .paused: "it is still paused: nodline resume"
        case .stopped: "it is still stopped: nodline release"
        case .notEnabled: "the enable button is not held: nothing fires"
        }
    }
}
