import Glibc

/// Where the two control sockets are, for the appliance and for all its clients.
package enum ControlPlace {
    /// The socket for all requests.
    package static let control = "nodline.sock"
    /// The socket for events only.
    package static let events = "events.sock"

    /// The word for "no sockets" in a configuration.
    package static let nowhere = "none"

    /// The appliance's folder: the configured one, or the first one from systemd, or one in the user's runtime folder; empty for none.
    package static func folder(configured: String, environment: (String) -> String? = Environment.variable) -> String {
        if configured == nowhere { return "" }
        if !configured.isEmpty { return configured }
        if let given = Environment.folder("RUNTIME_DIRECTORY", environment) { return given }
        return environment("XDG_RUNTIME_DIR").map { $0 + "/nodline" } ?? ""
    }

    /// Where clients look, in this order: the service's folder, and the one of the user's session.
    package static func candidates(_ name: String, environment: (String) -> String? = Environment.variable) -> [String] {
        folders(environment).map { $0 + "/" + name }
    }

    /// Where a client looks that follows the appliance's configuration: the configured folder, else the first of the ``candidates``
    /// whose folder exists. If the configuration has no sockets, nobody listens there.
    package static func client(_ name: String = control, configured: String, environment: (String) -> String? = Environment.variable,
                               exists: (String) -> Bool = { access($0, F_OK) == 0 }) -> String {
        if !configured.isEmpty, configured != nowhere { return configured + "/" + name }
        let folders = folders(environment)
        return (folders.first(where: exists) ?? folders[folders.count - 1]) + "/" + name
    }

    private static func folders(_ environment: (String) -> String?) -> [String] {
        ["/run/nodline"] + (environment("XDG_RUNTIME_DIR").map { [$0 + "/nodline"] } ?? [])
    }
}
