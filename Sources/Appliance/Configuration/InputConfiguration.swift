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
    /// A word of ``KeyName/all``, in place of a line.
    package var key = ""
    /// A part of the name of the device that has the key.
    package var keyboard = ""
    package var action = Action.calibrate
    /// Debounce time in seconds: shorter bounces are ignored.
    package var debounce = 0.03

    package init(name: String) {
        self.name = name
    }

    /// For errors.
    var place: String { key.isEmpty ? "line \(line.name)" : "key \(key)" }

    /// Whether a press of one may be a press of the other, because they have the same key.
    func sharesKey(with other: InputConfiguration) -> Bool {
        let (part, otherPart) = (keyboard.lowercased(), other.keyboard.lowercased())
        return !key.isEmpty && key == other.key && (part.isEmpty || otherPart.isEmpty || part.contains(otherPart) || otherPart.contains(part))
    }
}

extension InputConfiguration: NamedSetting {
    package static let introduction: Meaning = "Inputs: buttons and keys."
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
                "calibrate": the rest position is measured again, of the largest face that lives. "face": the next face to the right in the
                picture is followed. "pause": nothing fires until the next press.
                "camera": the next one of camera.alternatives. "profile": the next of the profiles below, and after the last one this
                file again. "stop": everything goes off until nodline release, or a later press of 3 s. "enable": nothing fires unless
                it is held; after a start it must be pressed anew.
                """),
            .init("debounce", .number(0...1, unit: "s", \.debounce), "changes shorter than this are ignored.", misplaced: lineOnly),
        ] + LineConfiguration.commonKeys("as for outputs. Every button needs a line or key.", .asAbove, .asAbove, misplaced: lineOnly) + [
            .init("key", .text(\.key), """
                in place of a line: a key of any keyboard, foot switch, mouse or gamepad at this board. A desktop gets it too. A stop that is unplugged stops.
                """),
            .init("keyboard", .text(\.keyboard), """
                a part of its device's name, if others have that key; /proc/bus/input/devices lists them.
                """, misplaced: { $0.key.isEmpty ? "is for a key, but the button is on a line; leave it out" : nil }),
        ])
    ]

    @Sendable private static func lineOnly(_ input: InputConfiguration) -> String? {
        input.key.isEmpty ? nil : "is for a line, but the button is a key; leave it out"
    }
}

extension Configuration {
    /// Whether nothing fires unless a button, or a client of the control socket, holds enable.
    package var needsEnable: Bool { control.enable || inputs.contains { $0.action == .enable } }

    /// Whether heads move something here: it has motors or servos, or wants enable. Nobody depends on it to call.
    var movesThings: Bool { needsEnable || drive.isOn || axes.contains { !$0.pwm.name.isEmpty } }

    /// Whether who held all that another one wanted holds all that this one wants.
    func wantsSameEnable(as other: Configuration) -> Bool { inputs == other.inputs && control.enable == other.control.enable }
}
