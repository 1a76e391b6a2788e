/// A device that is on or off. It is in its safe state from its creation; when it is deinitialised, it returns to it and is released.
package protocol OutputDevice: AnyObject {
    /// Switches it. Work that takes time continues in the background.
    func set(_ isOn: Bool) throws(OutputError)

    /// Checks the actual state, if it can be read back.
    func verify(_ isOn: Bool) throws(OutputError)

    /// Does background work that is due; called regularly while ``needsPolling``. A fault is reported, and the device is kept.
    func poll() throws(OutputError)

    /// Whether ``poll()`` has work to do.
    var needsPolling: Bool { get }

    /// Whether it does not work at present, but may recover: a failed program, a USB host that does not respond.
    var isFailing: Bool { get }
}

extension OutputDevice {
    package func verify(_ isOn: Bool) throws(OutputError) {}
    package func poll() throws(OutputError) {}
    package var needsPolling: Bool { false }
    package var isFailing: Bool { false }
}

/// Opens the devices of a configuration.
package protocol DeviceSource {
    /// Opens the device of an output, in its safe state; `nil` for an output that is only reported.
    func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)?

    /// Opens the device of an axis, at rest; `nil` for an axis that is only reported.
    func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)?
}
