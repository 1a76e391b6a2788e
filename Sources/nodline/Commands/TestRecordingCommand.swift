import Appliance
import ArgumentParser
import Platform
import Replays
import Wire

/// For the running appliance, which starts it: how a recording goes with the settings in use. It gives way to all other processes.
struct TestRecordingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-recording", abstract: "Run a recording through settings, and print what was found and missed as JSON.", shouldDisplay: false)

    @Argument(help: "The clip; its labels are beside it.")
    var clip: String

    @Option(help: "The settings in use.")
    var config: String

    @Option(help: "Settings to compare with.")
    var kept: String?

    @Option(help: "Write the recording as numbers with its labels (.heads), for its person to give away, and try that file.")
    var numbers: String?

    @OptionGroup var taught: TaughtOption

    func run() throws {
        // Beside a suite of tests, which wants every processor, it would wait for the suite's end.
        if Environment.variable("NODLINE_COURTESY") != "none" { Courtesy.giveWay() }
        let gestures = try taught.read()
        func read(_ file: String) throws -> Configuration {
            var configuration = try Configuration.read(file: file)
            configuration.gestures.taught = gestures
            return configuration
        }
        let reply = try numbers.map { try RecordingTest.give(clip, to: $0, read(config)) }
            ?? RecordingTest.run(clip, present: read(config), kept: kept.map(read))
        Terminal.output(JSONLine.text(reply))
    }
}
