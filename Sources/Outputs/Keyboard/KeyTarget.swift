import Platform
import Settings

/// A key or button of a virtual keyboard, mouse or gamepad of this machine.
package struct KeyTarget: OutputTarget {
    package static let key = "key"
    /// A desktop needs half a second to notice a new keyboard.
    package static let noticeTime = 0.5
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.key.word), """
            a key or button of a virtual keyboard, mouse or gamepad on this board: "space", "mouse-left", "gamepad-a". Letters and \
            signs are places of a US keyboard: with a German layout "z" types y.
            """),
    ]

    /// A word of ``KeyName/all``.
    package var word = ""

    package init() {}

    package var place: String { word }
    package var sharedDevice: String? { KeyName(word)?.isGamepadButton == true ? "gamepad" : "keyboard and mouse" }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard isNamed else { return [] }
        return KeyName.conflicts(word, of: Self.key) + heartbeatConflicts(in: output)
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        let key = try KeyName(configured: word)
        return VirtualKey(try key.isGamepadButton ? factory.gamepad() : factory.keyboardAndMouse(), key)
    }
}

extension OutputConfiguration {
    package var key: KeyTarget {
        get { self[KeyTarget.self] }
        set { self[KeyTarget.self] = newValue }
    }
}

extension KeyName {
    /// The key of a configured word.
    /// - Throws: ``OutputError`` with the nearest known word.
    init(configured word: String) throws(OutputError) {
        guard let known = KeyName(word) else {
            throw OutputError(place: "key \(word)", call: "find", problem: "there is no such key"
                + (Self.nearest(to: word).map { "; did you mean \($0)?" } ?? ""))
        }
        self = known
    }

    /// The conflict of a word that does not name a key.
    package static func conflicts(_ word: String, of key: String) -> [Conflict] {
        guard KeyName(word) == nil else { return [] }
        let near = nearest(to: word).map { "; did you mean \($0.quoted)?" } ?? ""
        return [(key, "\(word.quoted) is not a key; expected for example \"space\", \"enter\" or \"mouse-left\"" + near)]
    }
}
