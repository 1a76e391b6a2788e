import Appliance
import ArgumentParser
import Outputs
import Pipeline
import Platform
import Replays
import Traces

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Make a clip with known gestures: a photograph's head, moved by a script.",
        discussion: """
            A script is a list of statements separated by semicolons.
            Movements: still 3s; look left; hold right 1.5s; nod 2; shake 3; tilt left 15deg 1s; brows 0.2 0.4s; smile 0.3 2s; drift up 0.1 10s; \
            lean 2s; cough; talk 3s; leave; return; light 0.5 2s. An angle may be given: look left 25deg.
            Camera: fps 30; size 70 (pixels from eye to eye); roll left 10deg; noise 2 (grey levels); blur 0.5 (part of a frame's time); \
            jitter 0.005s; drop 5%.
            """)

    @Option(help: "The script, for example \"still 2s; look left; hold right 1.5s\".")
    var script: String

    @Option(name: .shortAndLong, help: "The clip to write (.y4m), or - for standard output.")
    var output: String

    @Option(help: "Where to write the true gestures (CSV).")
    var labels: String?

    @Option(parsing: .unconditional, help: "Seed of the noise.")
    var seed: UInt64 = 1

    func validate() throws {
        guard output == "-" || output.lowercased().hasSuffix(".y4m") else {
            throw ValidationError("-o \(output): only Y4M is written; expected a name that ends in .y4m, or -. "
                + "ffmpeg converts it to other formats.")
        }
    }

    func run() throws {
        let script = try SimulationScript(script), labels = try labels.map { try ResultFile($0, .labels) }
        let configuration = Configuration()
        let model = try PortraitModel(photograph: PortraitModel.photograph(),
                                      runtime: LiteRTRuntime(assets: configuration.models.assets))
        var camera = SimulatedCamera(script: script, model: model, seed: seed)
        let writer = try Y4MWriter(file: output, width: camera.width, height: camera.height, rate: script.rate)
        var luma = [UInt8](repeating: 0, count: camera.width * camera.height)
        var written = 0
        while let time = camera.next(into: &luma) {
            try writer.write(luma, time: time)
            written += 1
            if written % 30 == 0 { Terminal.progress("drawing: \(written) of \(camera.frameCount) frames") }
        }
        try writer.finish()
        Terminal.progress("")
        try labels?.write(Array(Label.csv(camera.motion.labels).utf8))
        Terminal.note("\(output): \(written) frames, \(NumberFormat.text(camera.motion.duration)) s, "
            + "\(camera.motion.labels.count) gestures")
    }
}
