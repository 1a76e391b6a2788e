import Glibc
import Platform

/// Whether hosts find a gamepad, kept as a file: once one was wanted they do, at every start, because hosts keep the description of what they have
/// paired with.
package struct GamepadChoice {
    private let path: String?

    /// - Parameter folder: `nil` to keep nothing.
    package init(folder: String?) { path = folder.map { $0 + "/gamepad" } }

    package var isMade: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// - Throws: ``SystemError`` if it cannot be kept.
    package func make() throws(SystemError) {
        guard let path else { return }
        close(try systemCall("open", path) { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) })
    }
}
