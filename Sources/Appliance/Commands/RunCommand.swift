// nodline run
import ArgumentParser

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the appliance: a camera in, real lines out, until it is told to stop.")

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "Events as JSON lines.")
    var json = false

    func run() throws {
        let json = json
        let appliance = try Appliance(try source.read()) { event in
            if case .gesture(let gesture) = event, case .moved = gesture.kind { return }
            if case .stats = event, !json { return }
            if let line = json ? event.json : event.words { Terminal.output(line) }
        }
        appliance.run()
    }
}
