import Appliance
import ArgumentParser
import Pipeline
import Platform
import Replays
import Wire

struct CameraCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Show which camera the running appliance uses, or choose another one.")

    @Argument(help: "\"front\", \"back\", \"external\", an id, part of a model's name, or a name from the configuration's [cameras].")
    var name: String?

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let reply = try socket.connect().reply(.camera(name), as: CameraReply.self, within: 30) { if json { Terminal.output($0) } }
        if json { return }
        if let name { return Terminal.output("switching to camera \(name)") }
        if reply.cameras.isEmpty { return Terminal.output("No camera.") }
        Terminal.output(EvaluationTable.aligned(reply.cameras.map { [$0.id == reply.camera ? "●" : "○", $0.id, $0.model, $0.looks] }))
    }
}

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show which profile the running appliance uses, or choose another one.")

    @Argument(help: "A name from the configuration's [profiles]. The choice survives restarts.")
    var name: String?

    @Flag(help: "Return to the main configuration file.")
    var main = false

    @OptionGroup var socket: ControlSocketOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if main, name != nil { throw ValidationError("--main and a profile's name contradict each other; expected one of them.") }
    }

    func run() throws {
        let reply = try socket.connect().reply(.profile(main ? "" : name), as: ProfileReply.self, within: 30) { if json { Terminal.output($0) } }
        if json { return }
        let rows = ([""] + reply.profiles).map { [$0 == reply.profile ? "●" : "○", $0.isEmpty ? "(the main configuration file)" : $0] }
        Terminal.output(EvaluationTable.aligned(rows))
    }
}
