import Pipeline
import Platform
import Settings

extension Configuration {
    /// A relative folder lies elsewhere for each program that looks for it.
    private static func misplaced(_ directory: String, _ example: String) -> [Conflict] {
        guard !directory.isEmpty, directory.first != "/" else { return [] }
        return [("directory", "\(directory.quoted) is not possible; expected a path from the root, such as \(example)")]
    }

    /// The folder for ranges and pauses.
    package struct State: Equatable, Sendable {
        /// Empty for the one that the service manager gives.
        package var directory = ""

        static let keys: [ConfigurationKey<State>] = [
            .init("directory", .text(\.directory), """
                The folder that keeps ranges, the pause and the profile. "" means the one that the service manager gives
                (STATE_DIRECTORY); without one they last until the program ends.
                """),
        ]

        var conflicts: [Conflict] { Configuration.misplaced(directory, "\"/var/lib/nodline\", or \"\"") }
    }

    /// The folder of the control sockets, whether they show pictures, and whether a client must hold enable.
    package struct Control: Equatable, Sendable {
        /// Empty for the standard place, "none" for no sockets.
        package var directory = ""
        package var preview = true
        /// Nothing fires unless a client holds it.
        package var enable = false

        static let keys: [ConfigurationKey<Control>] = [
            .init("directory", .text(\.directory), """
                The folder of the sockets by which `nodline status`, `ask` and other programs reach a running appliance
                (docs/socket.md). "" means the service manager's (RUNTIME_DIRECTORY: /run/nodline), else one in your session's
                (XDG_RUNTIME_DIR), else none, as "none" does. A change takes effect at the next start.
                """),
            .init("preview", .flag(\.preview), """
                Whether members of nodline-control may see small pictures of what the camera sees, as on the setup page. Nothing of them
                is stored. An output with state = "watched" is on meanwhile.
                """),
            .init("enable", .flag(\.enable), """
                Hold to run: nothing fires unless somebody holds the setup page's button, or a program renews its request "enable"
                (docs/socket.md). Enable buttons must be held as well.
                """),
        ]

        var conflicts: [Conflict] {
            guard directory == ControlPlace.nowhere else { return Configuration.misplaced(directory, "\"/run/nodline\", or \"none\"") }
            return enable ? [("enable", "true is not possible without sockets; expected another directory than \"none\", or false")] : []
        }
    }

    /// The places of the runtime and the models; empty for the standard ones.
    package struct Models: Equatable, Sendable {
        package var runtime = ""
        package var directory = ""

        package var assets: Assets {
            var assets = Assets.standard()
            if !runtime.isEmpty { assets.runtime = runtime }
            if !directory.isEmpty { assets.models = directory }
            return assets
        }

        static let keys: [ConfigurationKey<Models>] = [
            .init("runtime", .text(\.runtime), """
                The file libLiteRt.so, and the folder of the .tflite files. "" means the installed ones, or those of a checkout.
                """),
            .init("directory", .text(\.directory), .asAbove),
        ]
    }
}
