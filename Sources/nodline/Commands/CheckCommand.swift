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
        var warnings = (configuration.warnings + configuration.impossible(inProfile: "") + configuration.untaught(inProfile: "") + configuration.unenrolled).map { "# warning: \($0.key): \($0.problem)\n" }.joined()
        for profile in configuration.profiles {
            let read = try profiles.read(profile: profile.name)
            let vain = read.impossible(inProfile: profile.name) + read.untaught(inProfile: profile.name)
            warnings += vain.map { "# warning: profiles.\(profile.name): \($0.key): \($0.problem)\n" }.joined()
        }
        Terminal.output("# \(source.file ?? "built-in defaults"): valid. Effective settings:\n" + warnings + configuration.toml)
    }
}
