extension HIDDevice.Kind {
    /// The name of the shared device.
    var usbDevice: String { self == .keyboard ? "USB keyboard" : "USB mouse" }
}

extension DeviceFactory {
    /// The gadget for all keys, or for all mouse buttons and the pointer.
    func usb(_ kind: HIDDevice.Kind) throws(OutputError) -> HIDDevice {
        try shared(kind.usbDevice) { _ throws(OutputError) in
            HIDDevice(kind, try USBPort(path: kind == .keyboard ? "/dev/hidg0" : "/dev/hidg1"))  // deploy/usb-gadget's order
        }
    }
}
