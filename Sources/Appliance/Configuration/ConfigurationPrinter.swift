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
        for camera in cameras { text += Self.table("cameras.\(camera.name)", ConfigurationSchema.cameraKeys, camera) }
        for filter in filters { text += Self.table("filters.\(filter.name)", ConfigurationSchema.filterKeys, filter) }
        for output in outputs { text += Self.table("outputs.\(output.name)", ConfigurationSchema.outputKeys, output) }
        for input in inputs { text += Self.table("inputs.\(input.name)", ConfigurationSchema.inputKeys, input) }
        return text
    }

    private static func table<Root>(_ name: String, _ keys: [ConfigurationKey<Root>], _ root: Root) -> String {
        "\n[\(name)]\n" + keys.map { "\($0.path) = \($0.toml(in: root))\n" }.joined()
    }
}
