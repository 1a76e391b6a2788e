/// Something that is on or off. It is in its safe state from the moment it exists; when it goes it is put there again and
/// given back.
package protocol OutputDevice: AnyObject {
    /// Switches it. What takes time goes on in the background.
    func set(_ isOn: Bool) throws(OutputFault)

    /// Looks whether it is really so, where that can be seen.
    func verify(_ isOn: Bool) throws(OutputFault)

    /// Does what is due in the background: called every now and then while ``needsTending``. A fault is reported, and the
    /// device stays.
    func tend() throws(OutputFault)

    /// Something goes on in the background.
    var needsTending: Bool { get }

    /// It is known not to work now, though it may again: a program that has failed, a USB host that does not listen.
    var isFailing: Bool { get }
}

extension OutputDevice {
    package func verify(_ isOn: Bool) throws(OutputFault) {}
    package func tend() throws(OutputFault) {}
    package var needsTending: Bool { false }
    package var isFailing: Bool { false }
}

/// Opens the devices of a configuration.
package protocol DeviceSource {
    /// The device of an output, safe from now on; `nil` for one that is only reported.
    func device(of output: OutputConfiguration) throws(OutputFault) -> (any OutputDevice)?

    /// The device of an axis, at rest from now on; `nil` for one that is only reported.
    func device(of axis: AxisConfiguration) throws(OutputFault) -> (any AxisDevice)?
}
