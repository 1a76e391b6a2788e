import Settings

extension Configuration {
    /// Reads the file at `path`, and reports all its faults together.
    /// - Throws: ``ConfigurationError``.
    package static func read(file path: String) throws(ConfigurationError) -> Configuration {
        try read(bytes: ConfigurationFile.bytes(of: path), file: path)
    }

    /// Reads a configuration from `text`; `file` names it in errors.
    package static func read(text: String, file: String) throws(ConfigurationError) -> Configuration {
        try read(bytes: text.utf8, file: file)
    }

    /// Reads a configuration from a file's bytes, which may be anything.
    package static func read(bytes: some Collection<UInt8>, file: String) throws(ConfigurationError) -> Configuration {
        try ConfigurationReader.read(bytes: bytes, file: file, schema)
    }

    /// Every key with its value, as TOML.
    package var toml: String { Self.schema.toml(self) }
}
