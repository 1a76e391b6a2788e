/// The schema of a configuration file: sections of single keys, tables of named things, and rules about contradictions between
/// values. Reading, printing, the sample file and the reference use it.
package struct ConfigurationSchema<Root: Sendable>: Sendable {
    /// The file format's version, the only one so far.
    package static var version: Int { 1 }

    /// A configuration in which every key has its default.
    package let make: @Sendable () -> Root
    /// In the order in which they are printed; an inner section follows the one around it.
    package let sections: [ConfigurationSection<Root>]
    package let tables: [NamedTable<Root>]
    /// Derives values from those that were read.
    package let finish: @Sendable (inout Root) -> Void
    /// Every contradiction between values of a configuration.
    package let conflicts: @Sendable (Root) -> [Conflict]
    /// Why there will never be what an unknown word names; `nil` for any other word.
    let never: @Sendable (String) -> String?

    package init(make: @escaping @Sendable () -> Root, sections: [ConfigurationSection<Root>], tables: [NamedTable<Root>],
                 finish: @escaping @Sendable (inout Root) -> Void, conflicts: @escaping @Sendable (Root) -> [Conflict],
                 never: @escaping @Sendable (String) -> String? = { _ in nil }) {
        self.make = make
        self.sections = sections
        self.tables = tables
        self.finish = finish
        self.conflicts = conflicts
        self.never = never
    }

    /// The key with a full path, for example `camera.rate` or `outputs.bell.pulse`; `nil` if there is none.
    func row(at path: [String]) -> ConfigurationRow? {
        guard let name = path.last else { return nil }
        let table = path.dropLast().joined(separator: "."), around = path.dropLast(2).joined(separator: ".")
        let rows = sections.first { $0.name == table }?.rows(make()) ?? tables.first { $0.name == around }?.rows
        return rows?.first { $0.name == name }
    }

    /// The keys of a configuration that have no effect, and all contradictions.
    func faults(in root: Root) -> [Conflict] {
        let defaults = make()
        return sections.flatMap { $0.misplaced(root, defaults) } + tables.flatMap { $0.misplaced(root) } + conflicts(root)
    }
}

/// A key's full path, and why its value contradicts others.
package typealias Conflict = (key: String, problem: String)
