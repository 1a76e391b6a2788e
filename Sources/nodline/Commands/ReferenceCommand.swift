// nodline reference
import Appliance
import ArgumentParser
import FoundationEssentials
import Settings

/// For those who build Nodline: `nodline reference deploy/nodline.toml > docs/configuration.md`.
struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Print the reference of all configuration keys as Markdown.", shouldDisplay: false)

    @Argument(help: "The manual, deploy/nodline.toml.")
    var manual: String

    func run() throws {
        guard let text = try? String(contentsOfFile: manual, encoding: .utf8) else {
            throw ValidationError("\(manual): it cannot be read; expected deploy/nodline.toml.")
        }
        print(ConfigurationReference(Configuration.schema, manual: text).markdown, terminator: "")
    }
}
