/// A device that is on or off. It is in its safe state as soon as it exists, returns to it when it goes, and is then released.
package protocol OutputDevice: AnyObject {
    /// Switches it. Work that takes time goes on in the background.
    func set(_ isOn: Bool) throws(OutputError)

    /// Checks that it really is on or off, if that can be read back.
    func verify(_ isOn: Bool) throws(OutputError)

    /// Does background work that is due; called regularly while ``needsTending``. A fault is reported, and the device is kept.
    func tend() throws(OutputError)

    /// ``tend()`` has something to do.
    var needsTending: Bool { get }

    /// It does not work now, but may recover: a program that has failed, a USB host that does not listen.
    var isFailing: Bool { get }
}

extension OutputDevice {
    package func verify(_ isOn: Bool) throws(OutputError) {}
    package func tend() throws(OutputError) {}
    package var needsTending: Bool { false }
    package var isFailing: Bool { false }
}

/// Opens the devices of a configuration.
package protocol DeviceSource {
    /// The device of an output, safe from now on; `nil` for one that is only reported.
    func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)?

    /// The device of an axis, at rest from now on; `nil` for one that is only reported.
    func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)?
}
