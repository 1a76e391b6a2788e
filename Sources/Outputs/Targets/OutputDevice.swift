/// A device that is on or off. It is in its safe state from its creation; when it is deinitialised, it returns to it and is released.
package protocol OutputDevice: PolledDevice {
    /// Switches it. Work that takes time continues in the background.
    func set(_ isOn: Bool) throws(OutputError)

    /// Ends what it still does, although it may be off already: everything is to be safe now, and not only a gesture over.
    func stop()

    /// Checks the actual state, if it can be read back.
    func verify(_ isOn: Bool) throws(OutputError)
}

extension OutputDevice {
    package func stop() {}
    package func verify(_ isOn: Bool) throws(OutputError) {}
}

/// Opens the devices of a configuration.
package protocol DeviceSource {
    /// Opens the device of an output, in its safe state; `nil` for an output that is only reported.
    func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)?

    /// Opens the device of an axis, at rest; `nil` for an axis that is only reported.
    func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)?
}
