import Settings

/// What `nodline-mqtt` needs of the configuration file.
package struct MQTTSettings: Equatable, Sendable {
    package var mqtt = MQTTConfiguration()
    /// The gestures of each configured output, as they are written.
    package private(set) var outputs: [String: [String]] = [:]
    /// Whether these are all outputs: no file was faulty.
    package private(set) var areAllOutputs = true
    /// The folder of the control sockets; empty for the standard one, "none" for no sockets.
    package var controlFolder = ""
    /// Whether the setup page is served, and where.
    private var hasPage = false, isBehindTLS = false, pagePort = 8020

    package init() {}

    /// The setup page's address; `nil` if there is none, or it is another program's.
    /// - Parameter machine: the host's name.
    package func page(machine: String) -> String? { hasPage && !isBehindTLS ? "http://\(machine.prefix { $0 != "." }).local:\(pagePort)/" : nil }

    private static let schema = ConfigurationSchema(
        make: MQTTSettings.init,
        sections: [
            .init("control", \.self, keys: [.init("directory", .text(\.controlFolder), "")]),
            .init("mqtt", \.mqtt, keys: MQTTConfiguration.keys),
            .init("web", \.self, keys: [
                .init("enabled", .flag(\.hasPage), ""), .init("behind_tls", .flag(\.isBehindTLS), ""), .init("port", .integer(1024...65535, \.pagePort), ""),
            ]),
        ],
        tables: [], finish: { _ in }, conflicts: { $0.mqtt.conflicts(outputs: nil) })

    /// Reads a configuration file. Sections of the appliance are skipped: `nodline check` reads them.
    /// - Throws: ``ConfigurationError`` if the file cannot be read, or what is read here is faulty.
    package static func read(file path: String) throws(ConfigurationError) -> MQTTSettings {
        var settings = try ConfigurationReader.read(bytes: ConfigurationFile.bytes(of: path), file: path, schema, skipsUnknown: true)
        (settings.outputs, settings.areAllOutputs) = AnnouncedOutputs.read(file: path)
        return settings
    }
}
