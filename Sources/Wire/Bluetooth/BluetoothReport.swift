/// A report of the keyboard, the mouse or the gamepad, as it goes to nodline-bluetooth: the device's number, then its bytes.
package struct BluetoothReport: Equatable, Sendable {
    /// What sends reports, by its number.
    package enum Device: UInt8, CaseIterable, Sendable {
        case keyboard = 1, mouse = 2, gamepad = 3

        /// Nothing is pressed, and sticks are in the middle; the hat's number for no direction is 8.
        package var rest: [UInt8] {
            switch self {
            case .keyboard: [UInt8](repeating: 0, count: 8)
            case .mouse: [UInt8](repeating: 0, count: 5)
            case .gamepad: [0, 0, 0, 0, 0, 0, 8, 0, 0]
            }
        }
    }

    package let device: Device
    package let bytes: [UInt8]

    package init(_ device: Device, _ bytes: [UInt8]) { (self.device, self.bytes) = (device, bytes) }

    /// A packet of a writer: the number, then the report.
    /// - Returns: `nil` unless the number and the size are those of a report.
    package init?(packet: some Collection<UInt8>) {
        guard let device = packet.first.flatMap(Device.init), packet.count == device.rest.count + 1 else { return nil }
        self.init(device, Array(packet.dropFirst()))
    }

    package static func release(of device: Device) -> BluetoothReport { BluetoothReport(device, device.rest) }

    package var packet: [UInt8] { [device.rawValue] + bytes }

    /// Whether it moves the pointer or a wheel. A mouse's report holds its buttons in the first byte and movements in the others.
    package var isMovement: Bool { device == .mouse && bytes.dropFirst().contains { $0 != 0 } }
    /// Whether a key or a button is down, or a stick is not in the middle.
    package var isHeld: Bool { device == .mouse ? bytes[0] != 0 : bytes != device.rest }
}

/// Where nodline-bluetooth listens.
package enum BluetoothPlace {
    package static let reports = "/run/nodline-bluetooth/reports", pairing = "/run/nodline-bluetooth/pairing"
}
