import Platform

/// Reads one configuration file, and reports all its faults together.
package struct ConfigurationReader<Root: Sendable> {
    private let schema: ConfigurationSchema<Root>
    private let file: String
    /// Whether keys and sections that the schema does not know are somebody else's, and no faults.
    private let skipsUnknown: Bool
    private var faults: [ConfigurationFault] = []

    /// Reads a configuration from a file's bytes, which may be anything.
    /// - Parameter skipsUnknown: whether the schema is only a part of the file's, so that unknown keys are no faults.
    package static func read(bytes: some Collection<UInt8>, file: String, _ schema: ConfigurationSchema<Root>,
                             skipsUnknown: Bool = false) throws(ConfigurationError) -> Root
    {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(bytes)
        } catch {
            throw ConfigurationError(faults: [SyntaxHint.fault(error, in: bytes, file: file, row: schema.row)])
        }
        return try read(document.entries, file: file, schema, skipsUnknown: skipsUnknown)
    }

    /// Reads a configuration from the entries of a document.
    static func read(_ entries: [TOMLEntry], file: String, _ schema: ConfigurationSchema<Root>, skipsUnknown: Bool = false)
        throws(ConfigurationError) -> Root
    {
        var reader = ConfigurationReader(schema: schema, file: file, skipsUnknown: skipsUnknown)
        let configuration = reader.configuration(from: entries)
        // A faulty key holds its default: its conflicts mean nothing.
        let faulty = Set(reader.faults.compactMap(\.key))
        for conflict in schema.faults(in: configuration) where !faulty.contains(conflict.key) {
            let line = entries.line(of: conflict.key.split(separator: ".").map(String.init))
            reader.fault(conflict.key, line, conflict.problem)
        }
        guard reader.faults.isEmpty else {
            throw ConfigurationError(faults: reader.faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        return configuration
    }

    private init(schema: ConfigurationSchema<Root>, file: String, skipsUnknown: Bool) {
        self.schema = schema
        self.file = file
        self.skipsUnknown = skipsUnknown
    }

    private mutating func fault(_ key: String, _ line: Int?, _ problem: String) {
        faults.append(ConfigurationFault(file: file, line: line, key: key, problem: problem))
    }

    private mutating func configuration(from entries: [TOMLEntry]) -> Root {
        var configuration = schema.make()
        for entry in entries {
            if entry.name == "config_version" {
                if case .integer(ConfigurationSchema<Root>.version) = entry.value { continue }
                fault(entry.name, entry.line, "\(entry.value.quoted) is not understood; expected \(ConfigurationSchema<Root>.version)")
            } else if let table = schema.tables.first(where: { $0.name == entry.name }) {
                table.read(&self, entry, &configuration)
            } else if let section = schema.sections.first(where: { $0.name == entry.name }) {
                read(entry, section, into: &configuration)
            } else {
                faultUnknown(entry.name, entry, among: ["config_version"] + (schema.tables.map(\.name)
                    + schema.sections.map(\.name)).filter { !$0.contains("." as Character) })
            }
        }
        schema.finish(&configuration)
        return configuration
    }

    /// Reads a section, and the sections and tables within it.
    private mutating func read(_ entry: TOMLEntry, _ section: ConfigurationSection<Root>, into configuration: inout Root) {
        guard let entries = entry.value.table else {
            fault(section.name, entry.line, "is a value; expected a table: [\(section.name)]")
            return
        }
        let prefix = section.name + "."
        let inner = schema.sections.filter { $0.name.hasPrefix(prefix) }, tables = schema.tables.filter { $0.name.hasPrefix(prefix) }
        for entry in entries {
            if let table = tables.first(where: { $0.name == prefix + entry.name }) {
                table.read(&self, TOMLEntry(name: table.name, line: entry.line, value: entry.value), &configuration)
            }
            guard let section = inner.first(where: { $0.name == prefix + entry.name }) else { continue }
            read(entry, section, into: &configuration)
        }
        section.read(&self, entries, (inner.map(\.name) + tables.map(\.name)).map { String($0.dropFirst(prefix.count)) }, &configuration)
    }

    /// Reads the named tables of a section, sorted by name.
    mutating func named<Item: NamedSetting>(_ section: TOMLEntry, _ keys: [ConfigurationKey<Item>], _ make: (String) -> Item) -> [Item] {
        guard let entries = section.value.table else {
            fault(section.name, section.line, "is a value; expected a table for each: [\(section.name).NAME]")
            return []
        }
        var items: [Item] = []
        for entry in entries {
            let path = "\(section.name).\(entry.name)"
            guard let table = entry.value.table else {
                fault(path, entry.line, "is a value; expected a table: [\(path.excerpt())]")
                continue
            }
            guard Item.isName(entry.name) else {
                fault(path, entry.line, "is not a valid name; expected 1 to 32 letters, digits, - and _")
                continue
            }
            var item = make(entry.name)
            read(table, keys, prefix: path + ".", into: &item)
            items.append(item)
        }
        return items
    }

    /// Reads a table by its keys, in their order: a key that presets others comes before them. Inner tables that were read already
    /// are skipped.
    mutating func read<Item>(_ entries: [TOMLEntry], _ keys: [ConfigurationKey<Item>], prefix: String,
                             except inner: [String] = [], into root: inout Item) {
        func place(_ entry: TOMLEntry) -> Int { keys.firstIndex { $0.name == entry.name } ?? keys.count }
        for entry in entries.sorted(by: { place($0) < place($1) }) where !inner.contains(entry.name) {
            guard let key = keys.first(where: { $0.name == entry.name }) else {
                let meant = keys.first { $0.aliases.contains(entry.name) }
                faultUnknown(prefix + entry.name, entry, among: keys.map(\.name) + inner, meant: meant?.name)
                continue
            }
            if let wrong = key.rule.fault(in: Self.texts(of: entry.value) ?? []) {
                fault(prefix + entry.name, entry.line, wrong)
            } else if !Self.store(entry.value, key, in: &root) {
                var problem = "\(entry.value.quoted) is not possible; expected \(key.expectation)"
                if let reason = entry.value.text.flatMap(schema.never) { problem = "\(entry.value.quoted) is not possible: \(reason)" }
                problem += Self.unquoted(entry.value, key, root)
                if case .word(let words, _, _) = key.value { problem += Self.suggestion(entry.value.text, words) }
                if case .words(let words, _, _) = key.value {
                    let wrong = Self.texts(of: entry.value)?.first { !ConfigurationKey<Item>.isKnown($0, among: words) }
                    problem += Self.suggestion(wrong, words)
                }
                fault(prefix + entry.name, entry.line, problem)
            }
        }
    }

    private static func store<Item>(_ value: TOMLValue, _ key: ConfigurationKey<Item>, in root: inout Item) -> Bool {
        switch (key.value, value) {
        case (.number(let range, _, let path), .number(let number)) where range.contains(number): root[keyPath: path] = number
        case (.number(let range, _, let path), .integer(let number)) where range.contains(Double(number)):
            root[keyPath: path] = Double(number)
        case (.integer(let range, let path), .integer(let number)) where range.contains(number): root[keyPath: path] = number
        case (.flag(let path), .flag(let flag)): root[keyPath: path] = flag
        case (.text(let path), .text(let text)): root[keyPath: path] = text
        case (.texts(let path), _):
            guard let texts = texts(of: value) else { return false }
            root[keyPath: path] = texts
        case (.word(let words, _, let set), .text(let word)) where ConfigurationKey<Item>.isKnown(word, among: words): set(&root, word)
        case (.words(let known, _, let set), _):
            guard let words = texts(of: value), words.allSatisfy({ ConfigurationKey<Item>.isKnown($0, among: known) }) else { return false }
            set(&root, words)
        default: return false
        }
        return true
    }

    /// The value that is in quotes and belongs there without; "" for any other.
    private static func unquoted<Item>(_ value: TOMLValue, _ key: ConfigurationKey<Item>, _ root: Item) -> String {
        var scratch = root
        guard let text = value.text, let bare = (try? TOMLDocument("a = \(text)".utf8))?.entries.first?.value, store(bare, key, in: &scratch) else { return "" }
        return ", without quotes: \(key.name) = \(text.excerpt())"
    }

    private static func texts(of value: TOMLValue) -> [String]? {
        if let text = value.text { return [text] }
        guard case .list(let values) = value else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }

    private mutating func faultUnknown(_ path: String, _ entry: TOMLEntry, among known: [String], meant: String? = nil) {
        if skipsUnknown { return }
        if entry.name.isEmpty { return fault(path, entry.line, "a key has a name, and this one has none; expected NAME = VALUE") }
        if let reason = schema.never(entry.name) { return fault(path, entry.line, reason) }
        fault(path, entry.line, "no such key" + ((meant ?? NearestWord.to(entry.name, among: known)).map { "; did you mean \($0)?" }
            ?? "; known are \(known.sorted().joined(separator: ", "))"))
    }

    private static func suggestion(_ text: String?, _ words: [String]) -> String {
        text.flatMap { NearestWord.to($0, among: words) }.map { "; did you mean \($0.quoted)?" } ?? ""
    }
}
