/// Something that a configuration has several of, each with a name: `[outputs.NAME]`.
package protocol NamedSetting: Sendable {
    var name: String { get }

    /// One with every key at its default.
    init(name: String)
}

/// A section of named tables, for example `[outputs.NAME]`.
package struct NamedTable<Root: Sendable>: Sendable {
    /// A key as the reference shows it.
    package struct Row: Sendable {
        package let name: String
        package let expectation: String
        /// The default, as TOML.
        package let value: String
    }

    /// "outputs".
    package let name: String
    package let rows: [Row]
    let read: @Sendable (inout ConfigurationReader<Root>, TOMLEntry, inout Root) -> Void
    let print: @Sendable (Root) -> String

    /// - Parameters:
    ///   - path: where the named things are kept, in the order of the file.
    ///   - keys: in the order in which they are printed. They are read in it too: a key that presets others comes before them.
    package init<Item: NamedSetting>(_ name: String, _ path: WritableKeyPath<Root, [Item]> & Sendable,
                                     _ keys: [ConfigurationKey<Item>]) {
        self.name = name
        let standard = Item(name: "")
        rows = keys.map { Row(name: $0.name, expectation: $0.expectation, value: $0.toml(in: standard)) }
        read = { reader, entry, root in root[keyPath: path] = reader.named(entry, keys, Item.init) }
        print = { @Sendable root in
            root[keyPath: path].map { item in
                "\n[\(name).\(item.name)]\n" + keys.map { "\($0.path) = \($0.toml(in: item))\n" }.joined()
            }.joined()
        }
    }
}
