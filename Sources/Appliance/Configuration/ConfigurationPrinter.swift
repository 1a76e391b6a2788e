// The effective configuration, as a file that would give the same.

extension Configuration {
    /// Every key with its value, as TOML.
    package var toml: String {
        var text = "config_version = \(ConfigurationSchema.version)\n"
        var section = ""
        for key in ConfigurationSchema.keys {
            let parts = key.path.split(separator: ".", maxSplits: 1)
            if section != parts[0] {
                section = String(parts[0])
                text += "\n[\(section)]\n"
            }
            text += "\(parts[1]) = \(key.toml(in: self))\n"
        }
        for output in outputs {
            text += "\n[outputs.\(output.name)]\n"
            for key in ConfigurationSchema.outputKeys { text += "\(key.path) = \(key.toml(in: output))\n" }
        }
        return text
    }
}
