import Settings

/// What `nodline-web` needs of the configuration file.
package struct WebSettings: Equatable, Sendable {
    package var web = WebConfiguration()
    /// The folder of the control sockets; empty for the standard one, "none" for no sockets.
    package var controlFolder = ""

    package init() {}

    private static let schema = ConfigurationSchema(
        make: WebSettings.init,
        sections: [
            .init("control", \.self, keys: [.init("directory", .text(\.controlFolder), "")]),
            .init("web", \.web, keys: WebConfiguration.keys),
        ],
        tables: [], finish: { _ in }, conflicts: { _ in [] })

    /// Reads a configuration file. Sections of the appliance are skipped: `nodline check` reads them.
    /// - Throws: ``ConfigurationError`` if the file cannot be read, or what is read here is faulty.
    package static func read(file path: String) throws(ConfigurationError) -> WebSettings {
        try ConfigurationReader.read(bytes: ConfigurationFile.bytes(of: path), file: path, schema, skipsUnknown: true)
    }
}
