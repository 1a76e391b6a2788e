import Settings

/// A way to another machine, the host, of which this board is the keyboard, the mouse and the gamepad.
package protocol HIDHost {
    /// The key of outputs and axes.
    static var key: String { get }

    /// The name in messages: "USB".
    static var name: String { get }

    /// ``key`` with its comment, of outputs and of axes.
    static var keys: [ConfigurationKey<OutputConfiguration>] { get }
    static var axisKeys: [ConfigurationKey<AxisConfiguration>] { get }

    /// Opens the way of a device's reports.
    static func port(_ kind: HIDDevice.Kind) throws(OutputError) -> any HIDPort
}

extension HIDHost {
    /// The name of the shared device.
    static func device(_ kind: HIDDevice.Kind) -> String { "\(name) \(kind.rawValue)" }

    /// The device that has the key; `nil` if none has it.
    static func kind(of key: KeyName) -> HIDDevice.Kind? {
        switch key.usage {
        case .keyboard, .modifier: .keyboard
        case .mouse: .mouse
        case .button, .hat: .gamepad
        case .none: nil
        }
    }

    /// "a USB keyboard, mouse or gamepad"
    static var devices: String { "a \(name) keyboard, mouse or gamepad" }
}

extension DeviceFactory {
    /// The device for all keys, for all mouse buttons and the pointer, or for the gamepad.
    func hid<Host: HIDHost>(_ kind: HIDDevice.Kind, of host: Host.Type) throws(OutputError) -> HIDDevice {
        try shared(host.device(kind)) { _ throws(OutputError) in HIDDevice(kind, try host.port(kind)) }
    }
}
