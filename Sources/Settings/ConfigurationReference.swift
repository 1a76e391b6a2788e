/// Every key with its type, default and meaning: the content of `docs/configuration.md`; a test compares the two.
package struct ConfigurationReference<Root: Sendable> {
    private let schema: ConfigurationSchema<Root>

    package init(_ schema: ConfigurationSchema<Root>) {
        self.schema = schema
    }

    /// The page in Markdown.
    package var markdown: String {
        var text = """
            # Configuration: every key

            This page is generated from the program's table of keys (`nodline reference`). [`deploy/nodline.toml`](../deploy/nodline.toml)
            says the same and is a file to start from. `nodline check --config FILE` lists the faults of a file, or prints the
            configuration that it gives. Distances are in eye distances (IOD), times in seconds; left, right and up are the user's own.
            `config_version = \(ConfigurationSchema<Root>.version)` at the top of a file may be omitted.

            """
        let defaults = schema.make()
        for section in schema.sections {
            text += "\n## [\(section.name)]\n" + Self.table(section.introduction, section.rows(defaults))
        }
        for table in schema.tables {
            text += "\n## [\(table.name).NAME]\n" + table.introduction.markdown + (table.remark?.markdown ?? "")
            text += table.groups.map { Self.table($0.introduction, $0.rows) }.joined()
        }
        return text
    }

    private static func table(_ introduction: Meaning?, _ rows: [ConfigurationRow]) -> String {
        (introduction?.markdown ?? "") + "\n| key | value | default | meaning |\n|---|---|---|---|\n" + rows.shared.map { rows in
            /// What is the same for all of them once, and else what each has.
            func cell(_ words: (ConfigurationRow) -> String) -> String {
                let all = rows.map(words), lead = ["a number from ", "a whole number from "].first(where: all[0].hasPrefix) ?? " "
                if Set(all).count == 1 { return all[0] }
                return ([all[0]] + all.dropFirst().map { $0.hasPrefix(lead) ? String($0.dropFirst(lead.count)) : $0 }).joined(separator: "; ")
            }
            let value = rows.count == 1 ? rows.first?.shortExpectation ?? "" : cell(\.expectation)
            return "| " + rows.map { "`\($0.name)`" }.joined(separator: ", ") + " | \(value.replacing("|", with: "\\|")) | "
                + "\(cell { $0.without ?? "`\($0.value)`" }) | \(rows.first?.meaning.cell ?? "") |\n"
        }.joined()
    }
}

extension ConfigurationRow {
    /// Its expectation; where the meaning says every word anyway it does not list them: "one of these".
    fileprivate var shortExpectation: String {
        let parts = expectation.split(separator: "\"", omittingEmptySubsequences: false), meaning = meaning.cell
        let words = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
        guard parts[0].hasSuffix(" of "), words.count > 2, words.allSatisfy({ meaning.contains("\"\($0)\"") }) else { return expectation }
        return parts[0] + "these"
    }
}
