extension USBGadget.Kind {
    /// The name of the shared device.
    var sharedDevice: String { self == .keyboard ? "USB keyboard" : "USB mouse" }
}

extension DeviceFactory {
    /// The gadget for all keys, or for all mouse buttons and the pointer.
    func gadget(_ kind: USBGadget.Kind) throws(OutputError) -> USBGadget {
        try shared(kind.sharedDevice) { _ throws(OutputError) in
            try USBGadget(kind, path: kind == .keyboard ? "/dev/hidg0" : "/dev/hidg1")  // deploy/usb-gadget's order
        }
    }
}
