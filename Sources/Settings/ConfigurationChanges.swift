import Platform

/// New values of single keys, by their full paths. A key without a value is taken out of the file, so that its default holds; so is a
/// whole table of a name of its own. A table that is taken out goes before what is written into a new one of the same name.
package struct ConfigurationChanges: Equatable, Sendable {
    package private(set) var values: [String: TOMLValue?] = [:]

    package init(_ values: [String: TOMLValue?] = [:]) { self.values = values }

    /// The paths, sorted.
    package var keys: [String] { values.keys.sorted() }
    package var isEmpty: Bool { values.isEmpty }

    /// These changes with later ones, which go before them.
    package func adding(_ later: ConfigurationChanges) -> ConfigurationChanges {
        let tables = later.values.keys.filter { later.values[$0] == .some(nil) }.map { $0 + "." }
        let rest = values.filter { previous in !tables.contains { previous.key.hasPrefix($0) } }
        return ConfigurationChanges(rest.merging(later.values) { $1 })
    }

    /// These changes without those of some keys.
    package func without(_ keys: Set<String>) -> ConfigurationChanges { ConfigurationChanges(values.filter { !keys.contains($0.key) }) }

    /// Reads a file's bytes as a configuration in which these keys are changed.
    /// - Throws: ``ConfigurationError`` with all faults. Those of a changed key have no line.
    package func read<Root>(_ bytes: [UInt8], file: String, _ schema: ConfigurationSchema<Root>) throws(ConfigurationError) -> Root {
        var entries: [TOMLEntry]
        do {
            entries = try TOMLDocument(bytes).entries
        } catch {
            throw ConfigurationError(faults: [SyntaxHint.fault(error, in: bytes, file: file, row: schema.row)])
        }
        for key in keys { if let value = values[key] { entries.set(Self.path(key)[...], to: value) } }
        return try ConfigurationReader.read(entries, file: file, schema)
    }

    /// A file's bytes with these changes; everything else in it stays as it is.
    /// - Throws: a sentence about the line that a program cannot change.
    package func written(into bytes: [UInt8]) throws(ConfigurationText.Problem) -> [UInt8] {
        var text = ConfigurationText(bytes)
        for key in keys {
            guard let value = values[key] else { continue }
            try text.set(Self.path(key), to: value)
        }
        return text.bytes
    }

    static func path(_ key: String) -> [String] { key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
}

/// The keys that a file's text contains.
package struct WrittenKeys: Sendable {
    private let entries: [TOMLEntry]

    /// - Parameter bytes: of a valid file.
    package init(_ bytes: [UInt8]) { entries = (try? TOMLDocument(bytes).entries) ?? [] }

    package func contains(_ key: String) -> Bool { entries.line(ofExactly: ConfigurationChanges.path(key)) != nil }
}
