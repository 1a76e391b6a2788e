/// The sample configuration file, which is also the manual: every key, commented out, at its default, with its meaning above it. It
/// is the content of `deploy/nodline.toml`; a test compares the two.
package struct ConfigurationSample<Root: Sendable> {
    private let schema: ConfigurationSchema<Root>

    package init(_ schema: ConfigurationSchema<Root>) {
        self.schema = schema
    }

    /// The file as TOML.
    package var toml: String {
        let defaults = schema.make()
        return Self.head + schema.sections.map { Self.section($0, $0.rows(defaults)) }.joined() + schema.tables.map(Self.table).joined()
    }

    private static var head: String {
        """
        # Nodline's configuration, and its manual. Every option is here, commented out, at its default: remove the # from a line
        # to change it. `nodline check --config FILE` lists the faults of a file, or prints the configuration that it gives.
        #
        # Distances are in eye distances (IOD, the distance between the user's eyes), so that a number means the same near the
        # camera and far from it. Times are in seconds. Left, right and up are the user's own.

        # The version of this format. A file for another version is refused.
        #config_version = \(ConfigurationSchema<Root>.version)

        """
    }

    private static func section(_ section: ConfigurationSection<Root>, _ rows: [ConfigurationRow]) -> String {
        var paragraphs = rows.shared.map { rows in
            (rows.first?.meaning.adding(rows.ranges).comment() ?? []) + rows.map { "#\($0.name) = \($0.value)" }
        }
        if let introduction = section.introduction { paragraphs.insert(introduction.comment(), at: 0) }
        return (section.name.contains("." as Character) ? "\n" : "\n\n") + "[\(section.name)]\n"
            + paragraphs.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private static func table(_ table: NamedTable<Root>) -> String {
        var lines = table.introduction.adding("An example:").comment() + ["#"]
        lines += table.example.split(separator: "\n").map { "#   " + $0 } + ["#"]
        if let remark = table.remark { lines += remark.comment() + ["#"] }
        // Longer names do not move the column.
        let column = max(table.rows.map(\.name.count).filter { $0 <= 13 }.max() ?? 0, 10) + 2
        for (place, group) in table.groups.enumerated() {
            if place > 0 { lines.append("#") }
            if let introduction = group.introduction { lines += introduction.comment() }
            for rows in group.rows.shared {
                let meaning = (rows.first?.meaning ?? .asAbove).adding(rows.ranges).adding(rows.defaults)
                lines += meaning.comment(term: rows.map(\.name).joined(separator: ", "), column: column, inset: 0)
            }
        }
        return "\n\n" + lines.joined(separator: "\n") + "\n"
    }
}
