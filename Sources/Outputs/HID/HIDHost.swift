import Settings

/// A way to another machine, the host, of which this board is the keyboard and the mouse.
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
}

extension DeviceFactory {
    /// The device for all keys, or for all mouse buttons and the pointer.
    func hid<Host: HIDHost>(_ kind: HIDDevice.Kind, of host: Host.Type) throws(OutputError) -> HIDDevice {
        try shared(host.device(kind)) { _ throws(OutputError) in HIDDevice(kind, try host.port(kind)) }
    }
}
