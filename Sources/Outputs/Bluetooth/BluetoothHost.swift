import Platform
import Settings
import Wire

/// A tablet, a phone or a computer that nodline-bluetooth reaches.
package enum BluetoothHost: HIDHost {
    package static let key = "bluetooth", name = "Bluetooth"
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.bluetooth.word), """
            a key or button that goes out over Bluetooth to a paired tablet, phone or computer (docs/bluetooth.md):
            "space", "gamepad-a".
            """),
    ]
    package static let axisKeys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.bluetooth.part), "over Bluetooth to a paired machine (docs/bluetooth.md): as with `usb`."),
    ]

    package static func port(_ kind: HIDDevice.Kind) throws(OutputError) -> any HIDPort {
        BluetoothPort(kind, path: Environment.variable("NODLINE_BLUETOOTH_SOCKET") ?? BluetoothPlace.reports)
    }
}

extension OutputConfiguration {
    package var bluetooth: HIDKeyTarget<BluetoothHost> {
        get { self[HIDKeyTarget<BluetoothHost>.self] }
        set { self[HIDKeyTarget<BluetoothHost>.self] = newValue }
    }
}

extension AxisConfiguration {
    package var bluetooth: HIDAxisTarget<BluetoothHost> {
        get { self[HIDAxisTarget<BluetoothHost>.self] }
        set { self[HIDAxisTarget<BluetoothHost>.self] = newValue }
    }
}
