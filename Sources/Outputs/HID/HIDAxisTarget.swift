import Settings

/// The pointer or the wheel of another machine.
package struct HIDAxisTarget<Host: HIDHost>: AxisTarget {
    package static var key: String { Host.key }
    package static var keys: [ConfigurationKey<AxisConfiguration>] { Host.axisKeys }

    package var part: HIDAxisPart?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { true }
    package var sharedDevice: String? { Host.device(.mouse) }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return HIDAxis(try factory.hid(.mouse, of: Host.self), part.axis)
    }
}

/// What a mouse of another machine can move.
package enum HIDAxisPart: String, CaseIterable, Sendable {
    case x, y, wheel

    fileprivate var axis: InputAxis {
        switch self {
        case .x: .pointerX
        case .y: .pointerY
        case .wheel: .wheel
        }
    }
}
