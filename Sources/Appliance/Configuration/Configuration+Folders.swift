import Pipeline
import Settings

extension Configuration {
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
    }

    /// The folder of the control sockets, and whether they show pictures.
    package struct Control: Equatable, Sendable {
        /// Empty for the standard place, "none" for no sockets.
        package var directory = ""
        package var preview = true

        static let keys: [ConfigurationKey<Control>] = [
            .init("directory", .text(\.directory), """
                The folder of the sockets by which `nodline status`, `ask` and other programs reach a running appliance
                (docs/socket.md). "" means the folder that the service manager gives (RUNTIME_DIRECTORY: /run/nodline), else a folder
                in your session's (XDG_RUNTIME_DIR), else no sockets; "none" means no sockets. A change takes effect at the next start.
                """),
            .init("preview", .flag(\.preview), """
                Whether members of nodline-control may see small pictures of what the camera sees, for example on the setup page.
                Nothing of them is stored. An output with state = "watched" is on meanwhile. false refuses them.
                """),
        ]
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
