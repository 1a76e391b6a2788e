/// A report of the keyboard or the mouse, as it goes to nodline-bluetooth: its number, then its bytes.
package struct BluetoothReport: Equatable, Sendable {
    /// 1 is the keyboard, 2 the mouse.
    package let number: UInt8
    package let bytes: [UInt8]

    private static let sizes: [UInt8: Int] = [1: 8, 2: 5]

    /// - Parameter isMouse: of the mouse, not the keyboard.
    package init(isMouse: Bool, _ bytes: [UInt8]) { (number, self.bytes) = (isMouse ? 2 : 1, bytes) }

    /// A packet of a writer: the number, then the report.
    /// - Returns: `nil` unless the number and the size are those of a report.
    package init?(packet: some Collection<UInt8>) {
        guard let number = packet.first, packet.count == Self.sizes[number].map({ $0 + 1 }) else { return nil }
        self.number = number
        bytes = Array(packet.dropFirst())
    }

    private init(releaseOf number: UInt8) {
        self.number = number
        bytes = [UInt8](repeating: 0, count: Self.sizes[number] ?? 0)
    }

    package static func release(of number: UInt8) -> BluetoothReport { BluetoothReport(releaseOf: number) }

    package var packet: [UInt8] { [number] + bytes }

    /// Whether it moves the pointer or a wheel. A mouse's report holds its buttons in the first byte and movements in the others.
    package var isMovement: Bool { number == 2 && bytes.dropFirst().contains { $0 != 0 } }
    /// Whether a key or a button is down.
    package var isHeld: Bool { number == 1 ? bytes.contains { $0 != 0 } : bytes[0] != 0 }
}

/// Where nodline-bluetooth listens.
package enum BluetoothPlace {
    package static let reports = "/run/nodline-bluetooth/reports", pairing = "/run/nodline-bluetooth/pairing"
}
