import Appliance
import ArgumentParser
import Platform

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a configuration and print the effective settings, defaults included.")

    @OptionGroup var source: ConfigurationOption

    func run() throws {
        let configuration = try source.read()
        let profiles = ConfigurationSource(file: source.file)
        var warnings = (configuration.warnings + configuration.untaught(inProfile: "") + configuration.unenrolled).map { "# warning: \($0.key): \($0.problem)\n" }.joined()
        for profile in configuration.profiles {
            let untaught = try profiles.read(profile: profile.name).untaught(inProfile: profile.name)
            warnings += untaught.map { "# warning: profiles.\(profile.name): \($0.key): \($0.problem)\n" }.joined()
        }
        Terminal.output("# \(source.file ?? "built-in defaults"): valid. Effective settings:\n" + warnings + configuration.toml)
    }
}
