import Settings

/// A machine at the other end of the USB cable.
package enum USBHost: HIDHost {
    package static let key = "usb", name = "USB"
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.usb.word), """
            a key or button that goes out over USB to another machine (deploy/usb-gadget): "space", "mouse-left", "gamepad-a". \
            Letters and signs as with `key`. A machine that sleeps is not woken, and the key is lost.
            """),
    ]
    package static let axisKeys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.usb.part), """
            over USB (deploy/usb-gadget): a mouse's "x", "y" or "wheel"; a gamepad's "stick-x", "stick-y", "stick-rx", "stick-ry", \
            "left-trigger" or "right-trigger".
            """),
    ]

    package static func port(_ kind: HIDDevice.Kind) throws(OutputError) -> any HIDPort {
        // deploy/usb-gadget's order.
        switch kind {
        case .keyboard: try USBPort(path: "/dev/hidg0")
        case .mouse: try USBPort(path: "/dev/hidg1")
        case .gamepad: try USBPort(path: "/dev/hidg2")
        }
    }
}

extension OutputConfiguration {
    package var usb: HIDKeyTarget<USBHost> {
        get { self[HIDKeyTarget<USBHost>.self] }
        set { self[HIDKeyTarget<USBHost>.self] = newValue }
    }
}

extension AxisConfiguration {
    package var usb: HIDAxisTarget<USBHost> {
        get { self[HIDAxisTarget<USBHost>.self] }
        set { self[HIDAxisTarget<USBHost>.self] = newValue }
    }
}
