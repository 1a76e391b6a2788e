import ArgumentParser
import Pipeline
import Platform
import Replays

struct CamerasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cameras", abstract: "List the connected cameras.")

    @OptionGroup var source: ConfigurationOption

    func run() throws {
        let object = try source.read().camera.object
        let system = try CameraSystem(path: object.isEmpty ? CameraSystem.standardPath() : object)
        let cameras = system.cameras
        guard !cameras.isEmpty else {
            Terminal.note("No camera. (\(system.builtFor))")
            return
        }
        let rows = cameras.map { [$0.id, $0.model, $0.location.words, $0.formats] }
        Terminal.output(EvaluationTable.aligned([["id", "model", "looks", "formats"]] + rows))
    }
}
