import Settings

/// A stick or a trigger of a virtual gamepad of this machine.
package struct GamepadTarget: AxisTarget {
    package enum Part: String, CaseIterable, Sendable {
        case x, y, rx, ry
        case leftTrigger = "left-trigger", rightTrigger = "right-trigger"

        var axis: InputAxis {
            switch self {
            case .x: .stickX
            case .y: .stickY
            case .rx: .secondStickX
            case .ry: .secondStickY
            case .leftTrigger: .leftTrigger
            case .rightTrigger: .rightTrigger
            }
        }
    }

    package static let key = "gamepad"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.gamepad.part), """
            a stick on this board: "x", "y", "rx" or "ry"; or a trigger, which left or up pulls: "left-trigger" or "right-trigger".
            """),
    ]

    package var part: Part?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { false }
    package var sharedDevice: String? { "gamepad" }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return VirtualAxis(try factory.gamepad(), part.axis)
    }
}

extension AxisConfiguration {
    package var gamepad: GamepadTarget {
        get { self[GamepadTarget.self] }
        set { self[GamepadTarget.self] = newValue }
    }
}
