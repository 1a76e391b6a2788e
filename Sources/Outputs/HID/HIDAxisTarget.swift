import Settings

/// The pointer or the wheel of another machine, or a stick or trigger of its gamepad.
package struct HIDAxisTarget<Host: HIDHost>: AxisTarget {
    package static var key: String { Host.key }
    package static var keys: [ConfigurationKey<AxisConfiguration>] { Host.axisKeys }

    package var part: HIDAxisPart?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { part?.axis.hasPosition != true }
    package var sharedDevice: String? { Host.device(kind) }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return HIDAxis(try factory.hid(kind, of: Host.self), part.axis)
    }

    private var kind: HIDDevice.Kind { hasSteps ? .mouse : .gamepad }
}

/// What a mouse or a gamepad of another machine can move.
package enum HIDAxisPart: String, CaseIterable, Sendable {
    case x, y, wheel
    case stickX = "stick-x", stickY = "stick-y", stickRX = "stick-rx", stickRY = "stick-ry"
    case leftTrigger = "left-trigger", rightTrigger = "right-trigger"

    fileprivate var axis: InputAxis {
        switch self {
        case .x: .pointerX
        case .y: .pointerY
        case .wheel: .wheel
        case .stickX: .stickX
        case .stickY: .stickY
        case .stickRX: .secondStickX
        case .stickRY: .secondStickY
        case .leftTrigger: .leftTrigger
        case .rightTrigger: .rightTrigger
        }
    }
}
