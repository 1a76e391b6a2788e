import Glibc

/// Environment variables; empty ones count as absent.
package enum Environment {
    /// The value of a variable that is set and not empty.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first folder of a variable in which systemd lists several (systemd.exec(5), RUNTIME_DIRECTORY).
    package static func folder(_ name: String, _ variable: (String) -> String? = variable) -> String? {
        variable(name)?.split(separator: ":").first.map(String.init)
    }
}
