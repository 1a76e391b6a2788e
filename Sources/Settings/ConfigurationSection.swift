/// A section of single keys, for example `[camera]`. It may be inside another one: `[budget.battery]`.
package struct ConfigurationSection<Root: Sendable>: Sendable {
    /// "camera", "budget.battery".
    package let name: String
    let introduction: Meaning?
    /// Its keys with their values in a configuration, in the order in which they are printed.
    package let rows: @Sendable (Root) -> [ConfigurationRow]
    /// Its keys for programs; the second configuration has the defaults.
    let settings: @Sendable (Root, Root) -> [ConfigurationSetting]
    /// Reads its entries, without those of inner sections.
    let read: @Sendable (inout ConfigurationReader<Root>, [TOMLEntry], _ inner: [String], inout Root) -> Void
    /// Its keys that have no effect in a configuration, which is compared with the defaults.
    let misplaced: @Sendable (Root, _ defaults: Root) -> [Conflict]

    /// - Parameters:
    ///   - path: the place of its values.
    ///   - keys: in the order in which they are printed and read: a key that presets others comes before them.
    package init<Item>(_ name: String, _ path: WritableKeyPath<Root, Item> & Sendable, _ introduction: Meaning? = nil,
                       keys: [ConfigurationKey<Item>]) {
        self.name = name
        self.introduction = introduction
        rows = { root in keys.map { ConfigurationRow($0, in: root[keyPath: path]) } }
        settings = { ConfigurationSetting.all(keys, prefix: name + ".", in: $0[keyPath: path], default: $1[keyPath: path]) }
        read = { reader, entries, inner, root in
            reader.read(entries, keys, prefix: name + ".", except: inner, into: &root[keyPath: path])
        }
        misplaced = { root, defaults in
            keys.compactMap { key in
                key.refusal(in: root[keyPath: path], default: defaults[keyPath: path]).map { ("\(name).\(key.name)", $0) }
            }
        }
    }
}
