import Settings

/// A stick of a virtual gamepad of this machine.
package struct GamepadTarget: AxisTarget {
    package enum Part: String, CaseIterable, Sendable {
        case x, y, rx, ry

        var axis: InputAxis {
            switch self {
            case .x: .stickX
            case .y: .stickY
            case .rx: .secondStickX
            case .ry: .secondStickY
            }
        }
    }

    package static let key = "gamepad"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.gamepad.part), "a stick on this board: \"x\", \"y\", \"rx\" or \"ry\"."),
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
