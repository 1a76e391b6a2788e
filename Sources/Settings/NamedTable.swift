/// A named thing of which a configuration may have several: `[outputs.NAME]`.
package protocol NamedSetting: Sendable {
    /// The text before the example in the sample file.
    static var introduction: Meaning { get }
    /// An example as TOML.
    static var example: String { get }
    /// The text after the example.
    static var remark: Meaning? { get }
    /// In the order in which they are printed and read: a key that presets others comes before them.
    static var groups: [KeyGroup<Self>] { get }

    var name: String { get }

    /// Whether a table can have this name.
    static func isName(_ name: String) -> Bool

    /// A value with every key at its default.
    init(name: String)
}

extension NamedSetting {
    package static var remark: Meaning? { nil }

    package static func isName(_ name: String) -> Bool { ConfigurationKey<Self>.isName(name) }
}

/// A section of named tables, for example `[outputs.NAME]`.
package struct NamedTable<Root: Sendable>: Sendable {
    /// "outputs".
    package let name: String
    package let example: String
    let introduction: Meaning
    let remark: Meaning?
    let groups: [(introduction: Meaning?, rows: [ConfigurationRow])]
    let read: @Sendable (inout ConfigurationReader<Root>, TOMLEntry, inout Root) -> Void
    /// The keys of all its tables, for programs.
    let settings: @Sendable (Root) -> [ConfigurationSetting]
    let print: @Sendable (Root) -> String
    /// The keys of its tables that have no effect.
    let misplaced: @Sendable (Root) -> [Conflict]

    package var rows: [ConfigurationRow] { groups.flatMap(\.rows) }

    /// - Parameter path: the place of the named things, in the order of the file.
    package init<Item: NamedSetting>(_ name: String, _ path: WritableKeyPath<Root, [Item]> & Sendable) {
        self.name = name
        introduction = Item.introduction
        example = Item.example
        remark = Item.remark
        let standard = Item(name: "")
        groups = Item.groups.map { ($0.introduction, $0.keys.map { ConfigurationRow($0, in: standard) }) }
        let keys = Item.groups.flatMap(\.keys)
        read = { reader, entry, root in root[keyPath: path] = reader.named(entry, keys, Item.init) }
        settings = { root in
            root[keyPath: path].flatMap { ConfigurationSetting.all(keys, prefix: "\(name).\($0.name).", isNamed: true, in: $0, default: standard) }
        }
        misplaced = { root in
            root[keyPath: path].flatMap { item in
                keys.compactMap { key in
                    key.refusal(in: item, default: standard).map { ("\(name).\(item.name).\(key.name)", $0) }
                }
            }
        }
        print = { @Sendable root in
            root[keyPath: path].map { item in
                "\n[\(name).\(item.name.tomlKey)]\n" + keys.map { "\($0.name) = \($0.toml(in: item))\n" }.joined()
            }.joined()
        }
    }
}
