import Gestures

/// Reads one configuration file: all of it, or everything that is wrong with it.
package struct ConfigurationReader {
    private let file: String
    private var faults: [ConfigurationFault] = []

    /// Reads the file at `path`.
    /// - Throws: ``ConfigurationError``.
    package static func read(file path: String) throws(ConfigurationError) -> Configuration {
        try read(bytes: ConfigurationFile.bytes(of: path), file: path)
    }

    /// Reads a configuration from `text`; `file` names it in errors.
    package static func read(text: String, file: String) throws(ConfigurationError) -> Configuration {
        try read(bytes: text.utf8, file: file)
    }

    /// Reads a configuration from a file's bytes, whatever they are.
    package static func read(bytes: some Collection<UInt8>, file: String) throws(ConfigurationError) -> Configuration {
        let document: TOMLDocument
        do {
            document = try TOMLDocument(bytes)
        } catch {
            throw ConfigurationError(faults: [SyntaxHint.fault(error, in: bytes, file: file)])
        }
        var reader = ConfigurationReader(file: file)
        let configuration = reader.configuration(from: document.entries)
        // A key that has a fault of its own holds its default: what that conflicts with says nothing.
        let faulty = Set(reader.faults.compactMap(\.key))
        for conflict in ConfigurationSchema.conflicts(in: configuration) where !faulty.contains(conflict.key) {
            let line = document.line(of: conflict.key.split(separator: ".").map(String.init))
            reader.fault(conflict.key, line, conflict.problem)
        }
        guard reader.faults.isEmpty else {
            throw ConfigurationError(faults: reader.faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        return configuration
    }

    private init(file: String) {
        self.file = file
    }

    private mutating func fault(_ key: String, _ line: Int?, _ problem: String) {
        faults.append(ConfigurationFault(file: file, line: line, key: key, problem: problem))
    }

    private mutating func configuration(from entries: [TOMLEntry]) -> Configuration {
        var configuration = Configuration()
        let sections = Dictionary(grouping: ConfigurationSchema.keys, by: \.table)
        for entry in entries {
            switch entry.name {
            case "config_version":
                if case .integer(ConfigurationSchema.version) = entry.value { break }
                fault(entry.name, entry.line, "\(entry.value) is not understood; expected \(ConfigurationSchema.version)")
            case "cameras": configuration.cameras = named(entry, ConfigurationSchema.cameraKeys, CameraConfiguration.init)
            case "outputs":
                configuration.outputs = named(entry, ConfigurationSchema.outputKeys, OutputConfiguration.init)
                faultPulses(ofStates: configuration.outputs, entry)
            case "axes": configuration.axes = named(entry, ConfigurationSchema.axisKeys, AxisConfiguration.init)
            case "filters": configuration.filters = named(entry, ConfigurationSchema.filterKeys, FilterConfiguration.init)
            case "inputs": configuration.inputs = named(entry, ConfigurationSchema.inputKeys, InputConfiguration.init)
            case "profiles": configuration.profiles = named(entry, ConfigurationSchema.profileKeys, ProfileConfiguration.init)
            case let section where sections[section] != nil:
                read(entry, section: section, of: sections, into: &configuration)
            default:
                faultUnknown(entry.name, entry, among: ["config_version", "cameras", "filters", "outputs", "axes", "inputs", "profiles"]
                    + sections.keys.filter { !$0.contains("." as Character) })
            }
        }
        for filter in configuration.filters {
            if let gesture = Gesture(filter.name) { configuration.gestures.filters[gesture] = filter.filter }
        }
        return configuration
    }

    /// Reads a section, and the sections within it.
    private mutating func read(_ entry: TOMLEntry, section: String, of sections: [String: [ConfigurationKey<Configuration>]],
                               into configuration: inout Configuration) {
        guard let entries = entry.value.table else {
            fault(section, entry.line, "is a value; expected a table: [\(section)]")
            return
        }
        let inner = sections.keys.filter { $0.hasPrefix(section + ".") }.map { String($0.dropFirst(section.count + 1)) }
        for entry in entries where inner.contains(entry.name) {
            read(entry, section: section + "." + entry.name, of: sections, into: &configuration)
        }
        read(entries, sections[section] ?? [], prefix: section + ".", except: inner, into: &configuration)
    }

    /// The named tables of a section, in the order of their names.
    private mutating func named<Root>(_ section: TOMLEntry, _ keys: [ConfigurationKey<Root>], _ make: (String) -> Root) -> [Root] {
        guard let entries = section.value.table else {
            fault(section.name, section.line, "is a value; expected a table for each: [\(section.name).NAME]")
            return []
        }
        var roots: [Root] = []
        for entry in entries {
            let path = "\(section.name).\(entry.name)"
            guard let table = entry.value.table else {
                fault(path, entry.line, "is a value; expected a table: [\(path)]")
                continue
            }
            guard entry.name.utf8.count <= 32, entry.name.utf8.allSatisfy(Self.isNamePart) else {
                fault(path, entry.line, "is no name; expected up to 32 letters, digits, - and _")
                continue
            }
            var root = make(entry.name)
            read(table, keys, prefix: path + ".", into: &root)
            roots.append(root)
        }
        return roots
    }

    /// A state's action is "level" where none is given, so that only the file shows that somebody wanted a pulse.
    private mutating func faultPulses(ofStates outputs: [OutputConfiguration], _ section: TOMLEntry) {
        for output in outputs where output.state != .none && output.action == .level {
            guard let table = section.value.table?.first(where: { $0.name == output.name })?.value.table,
                  let action = table.first(where: { $0.name == "action" }),
                  action.value.text == OutputConfiguration.Action.pulse.rawValue else { continue }
            fault("outputs.\(output.name).action", action.line, OutputConfiguration.stateAction(.pulse))
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
             UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Reads a table by its keys, in their order: what presets other keys comes before them. Tables within it that were read already
    /// are left out.
    private mutating func read<Root>(_ entries: [TOMLEntry], _ keys: [ConfigurationKey<Root>], prefix: String,
                                     except inner: [String] = [], into root: inout Root) {
        func place(_ entry: TOMLEntry) -> Int { keys.firstIndex { $0.name == entry.name } ?? keys.count }
        for entry in entries.sorted(by: { place($0) < place($1) }) where !inner.contains(entry.name) {
            guard let key = keys.first(where: { $0.name == entry.name }) else {
                faultUnknown(prefix + entry.name, entry, among: keys.map(\.name) + inner)
                continue
            }
            if !Self.store(entry.value, key, in: &root) {
                var problem = "\(entry.value) is not possible; expected \(key.expectation)"
                if case .word(let words, _, _) = key.value { problem += Self.suggestion(entry.value.text, words) }
                if case .words(let words, _, _) = key.value {
                    let wrong = Self.texts(of: entry.value)?.first { !words.contains($0) }
                    problem += Self.suggestion(wrong, words)
                }
                fault(prefix + entry.name, entry.line, problem)
            }
        }
    }

    private static func store<Root>(_ value: TOMLValue, _ key: ConfigurationKey<Root>, in root: inout Root) -> Bool {
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
        case (.word(let words, _, let set), .text(let word)) where words.contains(word): set(&root, word)
        case (.words(let known, _, let set), _):
            guard let words = texts(of: value), words.allSatisfy(known.contains) else { return false }
            set(&root, words)
        default: return false
        }
        return true
    }

    private static func texts(of value: TOMLValue) -> [String]? {
        if let text = value.text { return [text] }
        guard case .list(let values) = value else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }

    private mutating func faultUnknown(_ path: String, _ entry: TOMLEntry, among known: [String]) {
        fault(path, entry.line, "no such key" + (NearestWord.to(entry.name, among: known).map { "; did you mean \($0)?" }
            ?? "; known are \(known.sorted().joined(separator: ", "))"))
    }

    private static func suggestion(_ text: String?, _ words: [String]) -> String {
        text.flatMap { NearestWord.to($0, among: words) }.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
