// nodline run
import ArgumentParser
import Glibc

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the appliance: a camera in, real lines out, until it is told to stop.")

    @OptionGroup var source: ConfigurationOption

    @Flag(help: "Events as JSON lines.")
    var json = false

    func run() throws {
        let json = json
        let journal = !json && Journal.reads(STDOUT_FILENO) ? Journal.lines() : nil
        let outlet = EventOutlet { event in
            if case .gesture(let gesture) = event, case .moved = gesture.kind { return nil }
            if let journal { return journal(event) }
            if case .stats = event, !json { return nil }
            return json ? event.json : event.words
        }
        let appliance = try Appliance(try source.read(), source: ConfigurationSource(file: source.file)) { outlet.send($0) }
        appliance.run()
    }
}
