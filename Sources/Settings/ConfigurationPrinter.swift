extension ConfigurationSchema {
    /// A configuration as a file that would give the same: every key with its value, as TOML.
    package func toml(_ root: Root) -> String {
        var text = "config_version = \(Self.version)\n"
        var section = ""
        for key in keys {
            if section != key.table {
                section = key.table
                text += "\n[\(section)]\n"
            }
            text += "\(key.name) = \(key.toml(in: root))\n"
        }
        return text + tables.map { $0.print(root) }.joined()
    }
}
