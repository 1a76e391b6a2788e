import Platform

extension HIDDevice.Kind {
    /// The name of the shared device.
    var bluetoothDevice: String { self == .keyboard ? "Bluetooth keyboard" : "Bluetooth mouse" }
}

extension DeviceFactory {
    /// The connection to nodline-bluetooth for all keys, or for all mouse buttons and the pointer.
    func bluetooth(_ kind: HIDDevice.Kind) throws(OutputError) -> HIDDevice {
        try shared(kind.bluetoothDevice) { _ throws(OutputError) in
            HIDDevice(kind, BluetoothPort(kind, path: Environment.variable("NODLINE_BLUETOOTH_SOCKET") ?? BluetoothPort.standardPath))
        }
    }
}
