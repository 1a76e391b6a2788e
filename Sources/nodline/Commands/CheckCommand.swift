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
        for profile in configuration.profiles { _ = try profiles.read(profile: profile.name) }
        let warnings = configuration.warnings.map { "# warning: \($0.key): \($0.problem)\n" }.joined()
        Terminal.output("# \(source.file ?? "built-in defaults"): valid. Effective settings:\n" + warnings + configuration.toml)
    }
}
