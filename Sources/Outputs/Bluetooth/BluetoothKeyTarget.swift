import Platform
import Settings

/// A key or mouse button that is sent over Bluetooth to a tablet, a phone or a computer.
package struct BluetoothKeyTarget: OutputTarget {
    package static let key = "bluetooth"
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.bluetooth.word), """
            a key or mouse button that goes out over Bluetooth to a paired tablet, phone or computer (docs/bluetooth.md):
            "space", "enter".
            """),
    ]

    /// A word of ``KeyName/all``, if such a keyboard or mouse has that key.
    package var word = ""

    package init() {}

    package var place: String { word }
    package var description: String { "Bluetooth key \(word)" }
    package var sharedDevice: String? { kind.bluetoothDevice }

    package func conflicts(in output: OutputConfiguration) -> [Conflict] {
        guard isNamed else { return [] }
        var conflicts = KeyName.conflicts(word, of: Self.key)
        if KeyName(word)?.usage == KeyName.Usage.none {
            conflicts.append((Self.key, "\(word.quoted) is not a key of a Bluetooth keyboard or mouse; expected one, or key = \(word.quoted)"))
        }
        return conflicts + heartbeatConflicts(in: output)
    }

    package func device(of output: OutputConfiguration, _ factory: DeviceFactory) throws(OutputError) -> any OutputDevice {
        let key = try KeyName(configured: word)
        guard key.usage != .none else {
            throw OutputError(place: "bluetooth \(word)", call: "find", problem: "a Bluetooth keyboard or mouse has no such key")
        }
        return HIDKey(try factory.bluetooth(kind), key)
    }

    private var kind: HIDDevice.Kind { KeyName(word)?.isMouseButton == true ? .mouse : .keyboard }
}

extension OutputConfiguration {
    package var bluetooth: BluetoothKeyTarget {
        get { self[BluetoothKeyTarget.self] }
        set { self[BluetoothKeyTarget.self] = newValue }
    }
}
