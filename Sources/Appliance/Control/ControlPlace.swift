import Platform

/// The folder of the two sockets, for the appliance and for its clients.
package enum ControlPlace {
    /// The socket for all requests.
    package static let control = "nodline.sock"
    /// The socket for events only.
    package static let events = "events.sock"

    /// The word for "no sockets" in a configuration.
    package static let nowhere = "none"

    /// The configured folder, or the first one from systemd, or one in the user's runtime folder; empty for none.
    package static func folder(_ configuration: Configuration, environment: (String) -> String? = Environment.variable) -> String {
        let configured = configuration.control.directory
        if configured == nowhere { return "" }
        if !configured.isEmpty { return configured }
        if let given = Environment.folder("RUNTIME_DIRECTORY", environment) { return given }
        return environment("XDG_RUNTIME_DIR").map { $0 + "/nodline" } ?? ""
    }

    /// Where clients look, in this order.
    package static func candidates(_ name: String, environment: (String) -> String? = Environment.variable) -> [String] {
        ["/run/nodline/" + name] + (environment("XDG_RUNTIME_DIR").map { [$0 + "/nodline/" + name] } ?? [])
    }
}
