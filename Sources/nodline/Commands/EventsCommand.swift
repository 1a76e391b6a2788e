import Appliance
import ArgumentParser
import Platform
import Wire

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Stream the appliance's events until it stops.")

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print JSON lines.")
    var json = false

    @Flag(help: "With --json, also the raw pointer of every frame; you must be in the group nodline-control for that.")
    var pointer = false

    func validate() throws {
        if pointer && !json { throw ValidationError("--pointer needs --json: the raw pointer is only for programs.") }
    }

    func run() throws {
        let connection = try socket.connect(pointer ? [ControlPlace.control] : [ControlPlace.events, ControlPlace.control])
        if !connection.path.hasSuffix(ControlPlace.events) {
            _ = try connection.reply(.subscribe(pointer: pointer))
        }
        while true {
            let line = try connection.line(within: .infinity)
            if let text = json ? line : EventRecord.words(of: line)?.printable { Terminal.output(text) }
            if let fault = Terminal.outputFault { throw fault }  // it would go on for nobody
        }
    }
}
