import Settings

/// The pointer or a wheel of a virtual mouse of this machine.
package struct PointerTarget: AxisTarget {
    package enum Part: String, CaseIterable, Sendable {
        case x, y, wheel, hwheel

        var axis: InputAxis {
            switch self {
            case .x: .pointerX
            case .y: .pointerY
            case .wheel: .wheel
            case .hwheel: .hwheel
            }
        }
    }

    package static let key = "pointer"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.pointer.part), "on this board: \"x\", \"y\", \"wheel\" or \"hwheel\"."),
    ]

    package var part: Part?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { true }
    package var sharedDevice: String? { "keyboard and mouse" }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return VirtualAxis(try factory.keyboardAndMouse(), part.axis)
    }
}

extension AxisConfiguration {
    package var pointer: PointerTarget {
        get { self[PointerTarget.self] }
        set { self[PointerTarget.self] = newValue }
    }
}
