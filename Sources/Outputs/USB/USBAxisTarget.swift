import Settings

/// The pointer or the wheel of another machine, over USB.
package struct USBAxisTarget: AxisTarget {
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

    package static let key = "usb"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.usb.part), "over USB to another machine (deploy/usb-gadget): \"x\", \"y\" or \"wheel\"."),
    ]

    package var part: Part?

    package init() {}

    package var place: String { part?.rawValue ?? "" }
    package var hasSteps: Bool { true }
    package var sharedDevice: String? { HIDDevice.Kind.mouse.usbDevice }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        guard let part else { return nil }
        return HIDAxis(try factory.usb(.mouse), part.axis)
    }
}

extension AxisConfiguration {
    package var usb: USBAxisTarget {
        get { self[USBAxisTarget.self] }
        set { self[USBAxisTarget.self] = newValue }
    }
}
