import Appliance
import ArgumentParser
import Platform

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a configuration and print the effective settings, defaults included.")

    @OptionGroup var source: ConfigurationOption

    @Argument(help: "The file, as with --config.", completion: .file(extensions: ["toml"]))
    var path: String?

    func validate() throws {
        if path != nil, source.file != nil { throw ValidationError("FILE and --config are the same; expected one of them.") }
    }

    func run() throws {
        let file = path ?? source.file
        let configuration = try file.map(Configuration.read(file:)) ?? Configuration()
        let profiles = ConfigurationSource(file: file)
        let all = configuration.warnings + configuration.impossible(inProfile: "") + configuration.untaught(inProfile: "") + configuration.unenrolled
        var warnings = (all + configuration.hinderedPrograms).map { "# warning: \($0.key): \($0.problem)\n" }.joined()
        for profile in configuration.profiles {
            let read = try profiles.read(profile: profile.name)
            let vain = read.impossible(inProfile: profile.name) + read.untaught(inProfile: profile.name) + read.hinderedPrograms
            warnings += vain.map { "# warning: profiles.\(profile.name): \($0.key): \($0.problem)\n" }.joined()
        }
        Terminal.output("# \(file ?? "built-in defaults"): valid. Effective settings:\n" + warnings + configuration.toml)
    }
}
