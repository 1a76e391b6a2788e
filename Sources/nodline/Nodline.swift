import Appliance
import ArgumentParser
import Glibc
import Platform
import Replays
import Settings

/// `nodline` and its commands.
struct NodlineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodline",
        abstract: "Head-operated switch: camera in, GPIO lines and keys out.",
        version: Release.version,
        subcommands: [RunCommand.self, ReplayCommand.self, SimulateCommand.self, EvaluateCommand.self, TestRecordingCommand.self, CheckCommand.self,
                      SafeCommand.self, CamerasCommand.self, LinesCommand.self, TestOutputCommand.self,
                      DoctorCommand.self, BenchCommand.self, StatusCommand.self, EventsCommand.self, CalibrateCommand.self,
                      PauseCommand.self, ResumeCommand.self, StopCommand.self, ReleaseCommand.self, CameraCommand.self, ProfileCommand.self, AskCommand.self,
                      WhyCommand.self, TeachCommand.self, RecordRestCommand.self, EnrolCommand.self, PeopleCommand.self, PairCommand.self, PairBluetoothCommand.self, KeyCommand.self, ReferenceCommand.self])
}

@main
enum Nodline {
    /// Exit status: 0 success, 1 a fault at run time, 2 an invalid command line or configuration.
    static func main() {
        ProcessStart.prepare()
        do {
            var command = try NodlineCommand.parseAsRoot()
            try command.run()
            end(0)
        } catch let error as ConfigurationError {
            Terminal.note("\(error)")
            exit(2)
        } catch let error as ScriptError {
            Terminal.note("nodline: \(error)")
            exit(2)
        } catch {
            let status = NodlineCommand.exitCode(for: error)
            let message = NodlineCommand.fullMessage(for: error)
            if status.isSuccess {
                Terminal.output(message)
                end(0)
            }
            // The argument parser's own status for an invalid command line is 64.
            if status == .validationFailure {
                Terminal.note(unknownCommand(CommandLine.arguments.dropFirst().first) ?? message)
                exit(2)
            }
            if !(error is ExitCode) { Terminal.note("nodline: \(error)") }
            end(status.rawValue == 0 ? 1 : status.rawValue)
        }
    }

    /// What to say of a first word that is no command; `nil` if it is one.
    private static func unknownCommand(_ word: String?) -> String? {
        let names = NodlineCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return nil }
        let nearest = NearestWord.to(word, among: names).map { "; did you mean \($0)?" } ?? "; nodline --help lists them"
        return "nodline: there is no command \(word.quoted)\(nearest)"
    }

    /// Ends the program; a result of which a part could not be written is none.
    private static func end(_ status: Int32) -> Never {
        if let fault = Terminal.outputFault { Terminal.note("nodline: \(fault)") }
        exit(status == 0 && Terminal.outputFault != nil ? 1 : status)
    }
}

/// `--config FILE`, shared by all commands that read a configuration.
struct ConfigurationOption: ParsableArguments {
    @Option(name: .customLong("config"), help: "Configuration file (default: the built-in settings).")
    var file: String?

    func read() throws -> Configuration {
        try file.map(Configuration.read(file:)) ?? Configuration()
    }
}
