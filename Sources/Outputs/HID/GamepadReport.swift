/// A gamepad's report: two sticks, two triggers, a hat and 16 buttons, as the descriptor in deploy/usb-gadget declares them.
///
/// The usages are those that Android asks of a gamepad (Compatibility Definition, 7.2.6.1), and Linux and SDL know them: of the HID Usage Tables'
/// Generic Desktop page (4) X and Y, Z and Rz for the second stick, and the hat switch; of the Simulation Controls page (5) Brake and Accelerator
/// for the triggers; of the Button page (12) 1 to 16.
enum GamepadReport {
    /// In bytes.
    static let size = 9
    /// Units of a stick from its middle to an end, and of a trigger that is pulled fully.
    static let full = 127, pulled = 255
    /// The axes by their byte.
    private static let axes: [InputAxis] = [.stickX, .stickY, .secondStickX, .secondStickY, .leftTrigger, .rightTrigger]
    /// The hat's directions clockwise, by their number; none has the number after the last one.
    private static let directions = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]

    /// - Parameters:
    ///   - keys: the pressed buttons and directions.
    ///   - positions: of sticks and triggers, in units; one that is missing is at rest.
    static func bytes(_ keys: [KeyName], _ positions: [InputAxis: Int]) -> [UInt8] {
        var report = axes.map { UInt8(truncatingIfNeeded: positions[$0] ?? 0) }
        let hat = keys.hat
        report.append(UInt8(directions.firstIndex { $0 == (hat.x, hat.y) } ?? directions.count))
        var buttons: UInt16 = 0
        for key in keys {
            if case .button(let number) = key.usage { buttons |= 1 << UInt16(number - 1) }
        }
        return report + [UInt8(truncatingIfNeeded: buttons), UInt8(buttons >> 8)]
    }
}
