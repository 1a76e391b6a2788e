/// Everything that a configuration file may hold: sections of single keys, tables of named things, and what is wrong where
/// values contradict one another. Reading, printing, the sample file and the reference go by it.
package struct ConfigurationSchema<Root: Sendable>: Sendable {
    /// The file format's version, the only one so far.
    package static var version: Int { 1 }

    /// A configuration in which every key has its default.
    package let make: @Sendable () -> Root
    /// In the order in which they are printed; a section within another one follows it.
    package let sections: [ConfigurationSection<Root>]
    package let tables: [NamedTable<Root>]
    /// Draws what follows from the values that were read.
    package let finish: @Sendable (inout Root) -> Void
    /// Everything in a configuration that contradicts something else in it.
    package let conflicts: @Sendable (Root) -> [Conflict]

    package init(make: @escaping @Sendable () -> Root, sections: [ConfigurationSection<Root>], tables: [NamedTable<Root>],
                 finish: @escaping @Sendable (inout Root) -> Void, conflicts: @escaping @Sendable (Root) -> [Conflict]) {
        self.make = make
        self.sections = sections
        self.tables = tables
        self.finish = finish
        self.conflicts = conflicts
    }

    /// Keys of a configuration that have no place there, and everything that contradicts something else.
    func faults(in root: Root) -> [Conflict] {
        let defaults = make()
        return sections.flatMap { $0.misplaced(root, defaults) } + tables.flatMap { $0.misplaced(root) } + conflicts(root)
    }
}

/// A key's full path, and what is wrong with its value where others are as they are.
package typealias Conflict = (key: String, problem: String)
