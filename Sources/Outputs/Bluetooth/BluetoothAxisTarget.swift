import Settings

/// The pointer or the wheel of another machine, over Bluetooth.
package struct BluetoothAxisTarget: AxisTarget {
    package enum Part: String, CaseIterable, Sendable {
        case x, y, wheel

        fileprivate var axis: InputAxis {
            switch self {
            case .x: .pointerX
            case .y: .pointerY
            case .wheel: .wheel
            }
        }
    }

    package static let key = "bluetooth"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.bluetooth.part), "over Bluetooth to a paired machine (docs/bluetooth.md): \"x\", \"y\" or \"wheel\"."),
    ]

    package var part: Part?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { true }
    package var sharedDevice: String? { HIDDevice.Kind.mouse.bluetoothDevice }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return HIDAxis(try factory.bluetooth(.mouse), part.axis)
    }
}

extension AxisConfiguration {
    package var bluetooth: BluetoothAxisTarget {
        get { self[BluetoothAxisTarget.self] }
        set { self[BluetoothAxisTarget.self] = newValue }
    }
}
