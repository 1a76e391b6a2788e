// Where the sockets lie.
import Glibc

/// The folder of the two sockets, for the appliance and for its clients.
package enum ControlPlace {
    /// Everything that can be asked for.
    package static let control = "nodline.sock"
    /// Events only.
    package static let events = "events.sock"

    /// The word for "no sockets" in a configuration.
    package static let nowhere = "none"

    /// The configured folder, or the first that systemd gives, or one in the user's own runtime folder; empty for none.
    package static func folder(_ configuration: Configuration, environment: (String) -> String? = Self.variable) -> String {
        let configured = configuration.control.directory
        if configured == nowhere { return "" }
        if !configured.isEmpty { return configured }
        if let given = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first { return String(given) }
        return environment("XDG_RUNTIME_DIR").map { $0 + "/nodline" } ?? ""
    }

    /// Where clients look, in this order.
    package static func candidates(_ name: String, environment: (String) -> String? = Self.variable) -> [String] {
        ["/run/nodline/" + name] + (environment("XDG_RUNTIME_DIR").map { [$0 + "/nodline/" + name] } ?? [])
    }

    /// An environment variable that is there and not empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The address of a Unix socket.
struct SocketAddress {
    private var address = sockaddr_un()

    /// `nil` where the path is too long for one.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls `body` with the address as the kernel wants it.
    func with<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
