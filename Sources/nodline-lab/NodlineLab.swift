import ArgumentParser
import Lab
import Replays
import Traces

/// `nodline-lab` and its commands: what measures and compares Nodline, for whoever changes it. It is no part of the package.
@main
struct NodlineLab: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodline-lab", abstract: "Simulated people, and comparisons, for whoever changes Nodline.",
        subcommands: [SimulateTracesCommand.self, SimulateTaughtCommand.self, SimulateDriveCommand.self, LandmarksCommand.self, ProposalsCommand.self])
}

extension SimulatedPerson.Family: ExpressibleByArgument {
    public init?(argument: String) {
        guard let family = Self.all.first(where: { $0.name == argument }) else { return nil }
        self = family
    }

    public var defaultValueDescription: String { name }
    public static var allValueStrings: [String] { all.map(\.name) }
}

/// `--family NAME --seed N`, shared by all commands with simulated people.
struct PeopleOption: ParsableArguments {
    @Option(help: "Which people: tuned, with whom the rules were made; others differ in everything.")
    var family = SimulatedPerson.Family.tuned

    @Option(help: "Seed of the people.")
    var seed: UInt64 = 1
}
