extension ConfigurationSchema {
    /// The configuration as a file that gives the same values: every key with its value, as TOML.
    package func toml(_ root: Root) -> String {
        let sections = sections.map { section in
            "\n[\(section.name)]\n" + section.rows(root).map { "\($0.name) = \($0.value)\n" }.joined()
        }
        return "config_version = \(Self.version)\n" + sections.joined() + tables.map { $0.print(root) }.joined()
    }
}
