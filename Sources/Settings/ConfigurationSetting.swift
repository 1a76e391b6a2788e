/// A key of a configuration with its value, for programs that show settings and change them.
package struct ConfigurationSetting: Equatable, Sendable {
    /// The type of a value, in the words of docs/socket.md.
    package enum Kind: String, Sendable {
        case number, whole, boolean, choice, text, list
    }

    /// The full path: "gestures.threshold_left".
    package let key: String
    package let kind: Kind
    package let value: TOMLValue
    /// The value without the key in the file.
    package let standard: TOMLValue
    /// The range and unit of a number.
    package private(set) var minimum: Double?, maximum: Double?, unit: String?
    /// The words of a choice, or of a list that takes only these.
    package private(set) var choices: [String]?
    /// Its explanation: sentences, then a line for each word that is explained.
    package let meaning: String
    package let offer: PageOffer

    /// Whether its table has a name: "outputs.bell.pulse".
    package let isOfNamedTable: Bool

    init<Item>(_ key: ConfigurationKey<Item>, prefix: String, isNamed: Bool, meaning: Meaning, in item: Item, default standard: Item) {
        self.key = prefix + key.name
        value = key.tomlValue(in: item)
        self.standard = key.tomlValue(in: standard)
        self.meaning = meaning.plain
        offer = key.offer
        isOfNamedTable = isNamed
        kind = key.kind
        switch key.value {
        case .number(let range, let unit, _): (minimum, maximum, self.unit) = (range.lowerBound, range.upperBound, unit)
        case .integer(let range, _): (minimum, maximum) = (Double(range.lowerBound), Double(range.upperBound))
        case .word(let words, _, _), .words(let words, _, _): choices = words
        case .flag, .text, .texts: break
        }
    }

    /// The settings of a table's keys.
    static func all<Item>(_ keys: [ConfigurationKey<Item>], prefix: String, isNamed: Bool = false, in item: Item,
                          default standard: Item) -> [ConfigurationSetting] {
        var meaning = Meaning.asAbove
        return keys.map { key in
            if !key.meaning.isAbove { meaning = key.meaning }
            return ConfigurationSetting(key, prefix: prefix, isNamed: isNamed, meaning: meaning, in: item, default: standard)
        }
    }

    /// What people need of a table that is not in the file yet, each at its default.
    /// - Parameter table: "filters".
    package static func offered<Item: NamedSetting>(of item: Item, in table: String) -> [ConfigurationSetting] {
        let keys = Item.groups.flatMap(\.keys).filter { $0.offer.group != nil && $0.misplaced(item) == nil }
        return all(keys, prefix: "\(table).\(item.name).", isNamed: true, in: item, default: item)
    }
}

extension ConfigurationKey {
    /// The value in `root`, as TOML has it.
    func tomlValue(in root: Root) -> TOMLValue {
        switch value {
        case .number(_, _, let path): .number(root[keyPath: path])
        case .integer(_, let path): .integer(root[keyPath: path])
        case .flag(let path): .flag(root[keyPath: path])
        case .text(let path): .text(root[keyPath: path])
        case .texts(let path): .list(root[keyPath: path].map { .text($0) })
        case .word(_, let get, _): .text(get(root))
        case .words(_, let get, _): .list(get(root).map { .text($0) })
        }
    }
}

extension ConfigurationSchema {
    /// Every key of a configuration, in the order of the file.
    /// - Parameter prefix: what their paths begin with; "" for all.
    package func settings(of root: Root, under prefix: String = "") -> [ConfigurationSetting] {
        let standard = make()
        // A section is passed over before its values are collected.
        func mayHave(_ name: String) -> Bool { prefix.hasPrefix(name + ".") || (name + ".").hasPrefix(prefix) }
        let all = sections.filter { mayHave($0.name) }.flatMap { $0.settings(root, standard) }
            + tables.filter { mayHave($0.name) }.flatMap { $0.settings(root) }
        return all.filter { $0.key.hasPrefix(prefix) }
    }
}
