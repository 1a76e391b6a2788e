// One button and what it does.
import Outputs
import Settings

/// A button, from `[inputs.NAME]`.
package struct InputConfiguration: OnLine, Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// The head's rest is measured again.
        case calibrate
        /// Pauses, and the next time goes on.
        case pause
        /// The next of the cameras in `camera.alternatives`.
        case camera
        /// The next of the profiles, and after the last one the configuration file itself.
        case profile
    }

    package var name: String
    package var line = LineConfiguration()
    package var action = Action.calibrate
    /// Bounces shorter than this are passed over, in seconds.
    package var debounce = 0.03

    package init(name: String) {
        self.name = name
    }
}

extension InputConfiguration: NamedSetting {
    package static let keys: [ConfigurationKey<InputConfiguration>] = [
        .init("action", .word(\.action)),
        .init("debounce", .number(0...1, unit: "s", \.debounce)),
    ] + LineConfiguration.commonKeys()
}
