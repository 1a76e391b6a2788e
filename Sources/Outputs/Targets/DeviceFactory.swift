/// Opens the devices of one configuration. It keeps those that outputs and axes share, such as a keyboard, as long as it lives.
package final class DeviceFactory: DeviceSource {
    private let configuration: OutputSettings
    private var devices: [String: AnyObject] = [:]

    package init(_ configuration: OutputSettings) {
        self.configuration = configuration
    }

    package func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)? {
        try output.target?.device(of: output, self)
    }

    package func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)? {
        try axis.target?.device(self)
    }

    /// A shared device, created for its first user.
    /// - Parameter name: ``Target/sharedDevice``.
    func shared<Device: AnyObject>(_ name: String, make: (OutputSettings) throws(OutputError) -> Device) throws(OutputError) -> Device {
        if let device = devices[name] as? Device { return device }
        let device = try make(configuration)
        devices[name] = device
        return device
    }
}
