// The effective configuration, as a file that would give the same.

extension Configuration {
    /// Every key with its value, as TOML.
    package var toml: String {
        var text = "config_version = \(ConfigurationSchema.version)\n"
        var section = ""
        for key in ConfigurationSchema.keys {
            if section != key.table {
                section = key.table
                text += "\n[\(section)]\n"
            }
            text += "\(key.name) = \(key.toml(in: self))\n"
        }
        for camera in cameras { text += Self.table("cameras.\(camera.name)", ConfigurationSchema.cameraKeys, camera) }
        for filter in filters { text += Self.table("filters.\(filter.name)", ConfigurationSchema.filterKeys, filter) }
        for output in outputs { text += Self.table("outputs.\(output.name)", ConfigurationSchema.outputKeys, output) }
        for axis in axes { text += Self.table("axes.\(axis.name)", ConfigurationSchema.axisKeys, axis) }
        for input in inputs { text += Self.table("inputs.\(input.name)", ConfigurationSchema.inputKeys, input) }
        for profile in profiles { text += Self.table("profiles.\(profile.name)", ConfigurationSchema.profileKeys, profile) }
        return text
    }

    private static func table<Root>(_ name: String, _ keys: [ConfigurationKey<Root>], _ root: Root) -> String {
        "\n[\(name)]\n" + keys.map { "\($0.path) = \($0.toml(in: root))\n" }.joined()
    }
}
