// From a TOML file to a configuration, or to everything that is wrong with it.
import FoundationEssentials
import Gestures
import TOMLKit

/// Reads one configuration file. Nothing is used unless all of it is right.
package struct ConfigurationReader {
    private let file: String
    private let lines: KeyLines
    private var faults: [ConfigurationFault] = []

    /// Reads the file at `path`.
    /// - Throws: ``ConfigurationError``.
    package static func read(file path: String) throws -> Configuration {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            let problem = FileManager.default.fileExists(atPath: path) ? "it cannot be read" : "there is no such file"
            throw ConfigurationError(faults: [ConfigurationFault(file: path, line: nil, key: nil, problem: problem)])
        }
        return try read(bytes: bytes, file: path)
    }

    /// Reads a configuration from `text`; `file` names it in errors.
    package static func read(text: String, file: String) throws(ConfigurationError) -> Configuration {
        try read(bytes: text.utf8, file: file)
    }

    /// Reads a configuration from a file's bytes, whatever they are.
    package static func read(bytes: some Collection<UInt8>, file: String) throws(ConfigurationError) -> Configuration {
        let text = try ConfigurationText(bytes: bytes, file: file).text
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(faults: [ConfigurationFault(
                file: file, line: error.source.begin.line, key: nil,
                problem: "\(error.description) (column \(error.source.begin.column))")])
        } catch {
            throw ConfigurationError(faults: [ConfigurationFault(file: file, line: nil, key: nil, problem: "\(error)")])
        }
        var reader = ConfigurationReader(file: file, lines: KeyLines(text))
        let configuration = reader.configuration(from: table)
        // A key that has a fault of its own holds its default: what that conflicts with says nothing.
        let faulty = Set(reader.faults.compactMap(\.key))
        for conflict in ConfigurationSchema.conflicts(in: configuration) where !faulty.contains(conflict.key) {
            reader.fault(conflict.key, conflict.problem)
        }
        guard reader.faults.isEmpty else {
            throw ConfigurationError(faults: reader.faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        return configuration
    }

    private init(file: String, lines: KeyLines) {
        self.file = file
        self.lines = lines
    }

    private mutating func fault(_ key: String, _ problem: String) {
        faults.append(ConfigurationFault(file: file, line: lines[key], key: key, problem: problem))
    }

    private mutating func configuration(from root: TOMLTable) -> Configuration {
        var configuration = Configuration()
        var sections: [String: [ConfigurationKey<Configuration>]] = [:]
        for key in ConfigurationSchema.keys {
            sections[key.table, default: []].append(key)
        }
        for name in root.keys {
            if name == "config_version" {
                if root[name]?.int != ConfigurationSchema.version {
                    fault(name, "\(Self.shown(root[name])) is not understood; expected \(ConfigurationSchema.version)")
                }
            } else if name == "cameras" {
                configuration.cameras = named(name, root[name], ConfigurationSchema.cameraKeys, CameraConfiguration.init)
            } else if name == "outputs" {
                configuration.outputs = named(name, root[name], ConfigurationSchema.outputKeys, OutputConfiguration.init)
                faultPulses(ofStates: configuration.outputs, root[name]?.table)
            } else if name == "axes" {
                configuration.axes = named(name, root[name], ConfigurationSchema.axisKeys, AxisConfiguration.init)
            } else if name == "filters" {
                configuration.filters = named(name, root[name], ConfigurationSchema.filterKeys, FilterConfiguration.init)
            } else if name == "inputs" {
                configuration.inputs = named(name, root[name], ConfigurationSchema.inputKeys, InputConfiguration.init)
            } else if name == "profiles" {
                configuration.profiles = named(name, root[name], ConfigurationSchema.profileKeys, ProfileConfiguration.init)
            } else if sections[name] != nil {
                read(root[name], section: name, of: sections, into: &configuration)
            } else {
                faultUnknown(name, name, among: ["config_version", "cameras", "filters", "outputs", "axes", "inputs", "profiles"]
                    + sections.keys.filter { !$0.contains("." as Character) })
            }
        }
        for filter in configuration.filters {
            if let gesture = Gesture(filter.name) { configuration.gestures.filters[gesture] = filter.filter }
        }
        return configuration
    }

    /// Reads a section, and the sections within it.
    private mutating func read(_ value: (any TOMLValueConvertible)?, section: String,
                               of sections: [String: [ConfigurationKey<Configuration>]],
                               into configuration: inout Configuration) {
        guard let table = value?.table else {
            fault(section, "is a value; expected a table: [\(section)]")
            return
        }
        let inner = sections.keys.filter { $0.hasPrefix(section + ".") }.map { String($0.dropFirst(section.count + 1)) }
        for name in inner where table[name] != nil {
            read(table[name], section: section + "." + name, of: sections, into: &configuration)
        }
        read(table, sections[section] ?? [], prefix: section + ".", except: inner, into: &configuration)
    }

    /// The named tables of a section, in the order of their names.
    private mutating func named<Root>(_ section: String, _ value: (any TOMLValueConvertible)?,
                                      _ keys: [ConfigurationKey<Root>], _ make: (String) -> Root) -> [Root] {
        guard let tables = value?.table else {
            fault(section, "is a value; expected a table for each: [\(section).NAME]")
            return []
        }
        var roots: [Root] = []
        for name in tables.keys.sorted() {
            let path = "\(section).\(name)"
            guard let table = tables[name]?.table else {
                fault(path, "is a value; expected a table: [\(path)]")
                continue
            }
            guard name.utf8.count <= 32, name.utf8.allSatisfy(Self.isNamePart) else {
                fault(path, "is no name; expected up to 32 letters, digits, - and _")
                continue
            }
            var root = make(name)
            read(table, keys, prefix: path + ".", into: &root)
            roots.append(root)
        }
        return roots
    }

    /// A state's action is "level" where none is given, so that only the file shows that somebody wanted a pulse.
    private mutating func faultPulses(ofStates outputs: [OutputConfiguration], _ tables: TOMLTable?) {
        for output in outputs where output.state != .none && output.action == .level {
            guard tables?[output.name]?.table?["action"]?.string == OutputConfiguration.Action.pulse.rawValue else { continue }
            fault("outputs.\(output.name).action", OutputConfiguration.stateAction(.pulse))
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
             UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Reads a table by its keys. Tables within it that were read already are left out.
    private mutating func read<Root>(_ table: TOMLTable, _ keys: [ConfigurationKey<Root>], prefix: String,
                                     except inner: [String] = [], into root: inout Root) {
        for name in table.keys where !inner.contains(name) {
            guard let key = keys.first(where: { $0.name == name }), let value = table[name] else {
                faultUnknown(prefix + name, name, among: keys.map(\.name) + inner)
                continue
            }
            if !Self.store(value, key, in: &root) {
                var problem = "\(Self.shown(value)) is not possible; expected \(key.expectation)"
                if case .word(let words, _, _) = key.value { problem += Self.suggestion(value.string, words) }
                if case .words(let words, _, _) = key.value {
                    let wrong = Self.texts(of: value)?.first { !words.contains($0) }
                    problem += Self.suggestion(wrong, words)
                }
                fault(prefix + name, problem)
            }
        }
    }

    private static func store<Root>(_ value: any TOMLValueConvertible, _ key: ConfigurationKey<Root>,
                                    in root: inout Root) -> Bool {
        switch key.value {
        case .number(let range, _, let path):
            guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else { return false }
            root[keyPath: path] = number
        case .integer(let range, let path):
            guard let number = value.int, range.contains(number) else { return false }
            root[keyPath: path] = number
        case .flag(let path):
            guard let flag = value.bool else { return false }
            root[keyPath: path] = flag
        case .text(let path):
            guard let text = value.string else { return false }
            root[keyPath: path] = text
        case .texts(let path):
            guard let texts = texts(of: value) else { return false }
            root[keyPath: path] = texts
        case .word(let words, _, let set):
            guard let word = value.string, words.contains(word) else { return false }
            set(&root, word)
        case .words(let known, _, let set):
            guard let words = texts(of: value), words.allSatisfy(known.contains) else { return false }
            set(&root, words)
        }
        return true
    }

    private static func texts(of value: any TOMLValueConvertible) -> [String]? {
        if let text = value.string { return [text] }
        guard let array = value.array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }

    private mutating func faultUnknown(_ path: String, _ name: String, among known: [String]) {
        fault(path, "no such key" + (NearestWord.to(name, among: known).map { "; did you mean \($0)?" }
            ?? "; known are \(known.sorted().joined(separator: ", "))"))
    }

    private static func suggestion(_ text: String?, _ words: [String]) -> String {
        text.flatMap { NearestWord.to($0, among: words) }.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private static func shown(_ value: (any TOMLValueConvertible)?) -> String {
        guard let value else { return "nothing" }
        return value.string?.tomlQuoted ?? value.debugDescription
    }
}
