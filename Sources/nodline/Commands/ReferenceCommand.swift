import Appliance
import ArgumentParser
import Platform
import Settings

/// For developers: `nodline reference > docs/configuration.md` and `nodline reference --sample > deploy/nodline.toml`.
struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Print the reference of all configuration keys as Markdown.", shouldDisplay: false)

    @Flag(help: "Print the sample configuration file, with every key commented out, instead.")
    var sample = false

    func run() {
        let text = sample ? ConfigurationSample(Configuration.schema).toml : ConfigurationReference(Configuration.schema).markdown
        Terminal.output(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
}
