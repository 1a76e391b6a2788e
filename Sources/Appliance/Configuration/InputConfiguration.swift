import Outputs
import Settings

/// A button, from `[inputs.NAME]`.
package struct InputConfiguration: OnLine, Equatable, Sendable {
    package enum Action: String, CaseIterable, Sendable {
        /// Measures the head's rest position again, of the largest living face.
        case calibrate
        /// Follows the next face in the picture.
        case face
        /// Toggles the pause.
        case pause
        /// Changes to the next camera of `camera.alternatives`.
        case camera
        /// Changes to the next profile, and after the last one to the configuration file itself.
        case profile
        /// Takes everything off, until it is held down for a while or somebody releases it.
        case stop
        /// Nothing fires unless it is held.
        case enable
    }

    package var name: String
    package var line = LineConfiguration()
    package var action = Action.calibrate
    /// Debounce time in seconds: shorter bounces are ignored.
    package var debounce = 0.03

    package init(name: String) {
        self.name = name
    }
}

extension InputConfiguration: NamedSetting {
    package static let introduction: Meaning = "Inputs: buttons."
    package static let example = """
        [inputs.again]
        line = "GPIO27"
        active_low = true
        bias = "pull-up"
        action = "calibrate"
        """
    package static let groups: [KeyGroup<InputConfiguration>] = [
        .init(keys: [
            .init("action", .word(\.action), """
                "calibrate": the rest position is measured again, of the largest face that lives. "face": another face is followed, the next
                one to the right in the picture. "pause": nothing fires until the button is pressed again.
                "camera": the next one of camera.alternatives. "profile": the next of the profiles below, and after the last one this
                file again. "stop": everything goes off until nodline release, or a later press of 3 s. "enable": nothing fires unless
                it is held; after a start it must be pressed anew.
                """),
            .init("debounce", .number(0...1, unit: "s", \.debounce), "changes shorter than this are ignored."),
        ] + LineConfiguration.commonKeys("as for outputs. Every button needs a line.", .asAbove, .asAbove))
    ]
}

extension Configuration {
    /// Whether nothing fires unless a button, or a client of the control socket, holds enable.
    package var needsEnable: Bool { control.enable || inputs.contains { $0.action == .enable } }

    /// Whether heads move something here: it has motors or servos, or wants enable. Nobody depends on it to call.
    var movesThings: Bool { needsEnable || drive.isOn || axes.contains { !$0.pwm.name.isEmpty } }

    /// Whether who held all that another one wanted holds all that this one wants.
    func wantsSameEnable(as other: Configuration) -> Bool { inputs == other.inputs && control.enable == other.control.enable }
}
