// What an output works on.

/// Something that is on or off. It is in its safe state from the moment it exists; when it goes it is put there again and
/// given back.
protocol OutputDevice: AnyObject {
    /// Switches it. It comes back at once: what takes time goes on beside the loop.
    func set(_ isOn: Bool) throws(OutputFault)

    /// Looks whether it is really so, where that can be seen.
    func verify(_ isOn: Bool) throws(OutputFault)

    /// Sees to what goes on beside the loop, once a round. A fault is told of, and the device stays.
    func tend() throws(OutputFault)
}

extension OutputDevice {
    func verify(_ isOn: Bool) throws(OutputFault) {}
    func tend() throws(OutputFault) {}
}
