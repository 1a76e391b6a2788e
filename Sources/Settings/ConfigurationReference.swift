/// Every key with what it takes and what holds without it, from ``ConfigurationSchema``, and what it means, from the comments
/// of `deploy/nodline.toml`. `docs/configuration.md` is this; a test compares the two.
package struct ConfigurationReference<Root: Sendable> {
    private let schema: ConfigurationSchema<Root>
    private let meanings: [String: String], introductions: [String: String]

    /// - Parameter manual: the text of `deploy/nodline.toml`.
    package init(_ schema: ConfigurationSchema<Root>, manual: String) {
        self.schema = schema
        let manual = ManualMeanings(manual)
        meanings = manual.meanings
        introductions = manual.introductions
    }

    /// The keys that the manual says nothing about.
    package var unexplained: [String] {
        let named = schema.tables.flatMap { table in table.rows.map { "\(table.name).\($0.name)" } }
        return (schema.keys.map(\.path) + named).filter { meanings[$0] == nil }
    }

    /// The page.
    package var markdown: String {
        var text = """
            # Configuration: every key

            This page is made from the program's own table of keys (`nodline reference`). [`deploy/nodline.toml`](../deploy/nodline.toml)
            says the same and is a file to start from. `nodline check --config FILE` lists the faults of a file, or prints the
            configuration that it gives. Distances are in eye distances (IOD), times in seconds; left, right and up are the user's own.
            `config_version = \(ConfigurationSchema<Root>.version)` at the top of a file may be omitted.

            """
        let defaults = schema.make()
        var section = "", last: String?
        func row(_ name: String, _ takes: String, _ value: String, _ meaning: String?) -> String {
            defer { last = meaning }
            return "| `\(name)` | \(takes.inTable) | `\(value)` | \(meaning == last ? "as above" : (meaning ?? "").inTable) |\n"
        }
        for key in schema.keys {
            if key.table != section {
                section = key.table
                text += Self.heading("[\(section)]", introductions[section])
            }
            text += row(key.name, key.expectation, key.toml(in: defaults), meanings[key.path])
        }
        for table in schema.tables {
            text += Self.heading("[\(table.name).NAME]")
            for key in table.rows { text += row(key.name, key.expectation, key.value, meanings["\(table.name).\(key.name)"]) }
        }
        return text
    }

    private static func heading(_ table: String, _ introduction: String? = nil) -> String {
        let lines = introduction?.split(separator: "\n").enumerated().map { $0.offset == 0 ? "\n\($0.element)\n\n" : "- \($0.element)\n" }
        return "\n## \(table)\n\(lines?.joined() ?? "")\n| key | takes | without it | what it is for |\n|---|---|---|---|\n"
    }
}

extension String {
    /// As a cell of a table: without what ends one.
    fileprivate var inTable: String { replacing("|", with: "\\|").replacing("\n", with: "<br>") }
}
