// The reference of all keys as a page, out of the schema and the manual.

/// Every key with what it takes and what holds without it, from ``ConfigurationSchema``, and what it means, from the comments
/// of `deploy/nodline.toml`. `docs/configuration.md` is this; a test compares the two.
package struct ConfigurationReference {
    private let meanings: [String: String]

    /// - Parameter manual: the text of `deploy/nodline.toml`.
    package init(manual: String) {
        meanings = ManualMeanings(manual).meanings
    }

    /// The keys that the manual says nothing about.
    package var unexplained: [String] {
        let named = Self.tables.flatMap { table in table.keys.map { "\(table.name).\($0.name)" } }
        return (ConfigurationSchema.keys.map(\.path) + named).filter { meanings[$0] == nil }
    }

    /// The page.
    package var markdown: String {
        var text = """
            # Configuration: every key

            Made from the program's own table of keys (`nodline reference`); the same is in [`deploy/nodline.toml`](../deploy/nodline.toml),
            which is a file to begin with. `nodline check --config FILE` says what is wrong with a file, all of it at once, and prints what
            holds. Distances are in eye distances (IOD), times in seconds; left, right and up are the user's own. The file begins with
            `config_version = \(ConfigurationSchema.version)`, which may be left out.

            """
        let defaults = Configuration()
        var section = "", last: String?
        func row(_ name: String, _ takes: String, _ value: String, _ meaning: String?) -> String {
            defer { last = meaning }
            return "| `\(name)` | \(takes.inTable) | `\(value)` | \(meaning == last ? "as above" : (meaning ?? "").inTable) |\n"
        }
        for key in ConfigurationSchema.keys {
            if key.table != section {
                section = key.table
                text += Self.heading("[\(section)]")
            }
            text += row(key.name, key.expectation, key.toml(in: defaults), meanings[key.path])
        }
        for table in Self.tables {
            text += Self.heading("[\(table.name).NAME]")
            for key in table.keys { text += row(key.name, key.expectation, key.value, meanings["\(table.name).\(key.name)"]) }
        }
        return text
    }

    private static func heading(_ table: String) -> String {
        "\n## \(table)\n\n| key | takes | without it | what it is for |\n|---|---|---|---|\n"
    }

    private struct Key {
        let name: String, expectation: String, value: String
    }

    private static let tables: [(name: String, keys: [Key])] = [
        ("cameras", keys(ConfigurationSchema.cameraKeys, CameraConfiguration(name: ""))),
        ("filters", keys(ConfigurationSchema.filterKeys, FilterConfiguration(name: ""))),
        ("outputs", keys(ConfigurationSchema.outputKeys, OutputConfiguration(name: ""))),
        ("axes", keys(ConfigurationSchema.axisKeys, AxisConfiguration(name: ""))),
        ("inputs", keys(ConfigurationSchema.inputKeys, InputConfiguration(name: ""))),
        ("profiles", keys(ConfigurationSchema.profileKeys, ProfileConfiguration(name: ""))),
    ]

    private static func keys<Root>(_ keys: [ConfigurationKey<Root>], _ root: Root) -> [Key] {
        keys.map { Key(name: $0.name, expectation: $0.expectation, value: $0.toml(in: root)) }
    }
}

extension String {
    /// Without what ends a cell of a table.
    fileprivate var inTable: String { split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
}
