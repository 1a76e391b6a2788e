import Appliance
import ArgumentParser
import Glibc
import Pipeline
import Platform

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the appliance (camera in, real outputs) until you stop it.",
        discussion: """
            With --clip a recording replaces the camera, so that you can develop without one. The sockets work as \
            usual; outputs are simulated.
            """)

    @OptionGroup var source: ConfigurationOption

    @Option(help: "A clip instead of the camera, at its own pace: Y4M, a folder of pictures, or anything ffmpeg decodes. The run ends with it.")
    var clip: String?

    @Flag(help: "With --clip: repeat the clip.")
    var loop = false

    @Flag(help: "With --clip: drive the configured outputs and listen to the buttons.")
    var realOutputs = false

    @Flag(help: "Print events as JSON lines.")
    var json = false

    func validate() throws {
        guard clip == nil else { return }
        if loop { throw ValidationError("--loop needs --clip.") }
        if realOutputs { throw ValidationError("--real-outputs needs --clip; without it outputs are real.") }
    }

    func run() throws {
        let json = json
        let journal = !json && Journal.reads(STDOUT_FILENO) ? Journal.entries() : nil
        let entries = journal == nil ? nil : JournalSocket(program: "nodline")
        let outlet = EventOutlet { event in
            if event.isRaw { return nil }
            if let journal {
                guard let entry = journal(event) else { return nil }
                return entries?.send(entry) == true ? nil : entry.line
            }
            if case .stats = event, !json { return nil }
            return json ? event.json : event.words
        }
        let source = ConfigurationSource(file: source.file, isSimulated: clip != nil && !realOutputs)
        let player = try clip.map { try ClipPlayer(path: $0, loops: loop) }
        let appliance = try MainLoop(try source.read(), source: source, clip: player) { outlet.send($0) }
        appliance.run()
        for remark in player?.remarks ?? [] { Terminal.note("nodline: \(remark)") }
        if let fault = player?.fault { throw fault }
    }
}
