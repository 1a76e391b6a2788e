import Settings

/// A machine at the other end of the USB cable.
package enum USBHost: HIDHost {
    package static let key = "usb", name = "USB"
    package static let keys: [ConfigurationKey<OutputConfiguration>] = [
        .init(key, .text(\.usb.word), """
            a key or mouse button that goes out over USB to another machine (deploy/usb-gadget): "space", "enter". \
            Letters and signs are places of a US keyboard, as with `key`. A machine that sleeps is not woken, and the key is lost.
            """),
    ]
    package static let axisKeys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .word(\.usb.part), "over USB to another machine (deploy/usb-gadget): \"x\", \"y\" or \"wheel\"."),
    ]

    package static func port(_ kind: HIDDevice.Kind) throws(OutputError) -> any HIDPort {
        try USBPort(path: kind == .keyboard ? "/dev/hidg0" : "/dev/hidg1")  // deploy/usb-gadget's order
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
