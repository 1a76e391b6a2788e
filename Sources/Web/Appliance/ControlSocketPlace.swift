import Glibc
import Platform
import WebSettings

/// Where the appliance's control socket is.
package enum ControlSocketPlace {
    private static let name = "/nodline.sock"

    /// In the configured folder, else in the service's, else in the user's session.
    package static func find(_ settings: WebSettings) -> String {
        if !settings.controlFolder.isEmpty { return settings.controlFolder + name }
        let service = "/run/nodline"
        guard access(service, F_OK) != 0, let session = Environment.variable("XDG_RUNTIME_DIR") else { return service + name }
        return session + "/nodline" + name
    }
}
