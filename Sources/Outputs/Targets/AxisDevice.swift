/// A proportional device. It is at rest from its creation; when it is deinitialised, it returns to rest and is released.
package protocol AxisDevice: PolledDevice {
    /// - Parameters:
    ///   - value: speed or position, -1 to 1; positive is left or up unless the axis is reversed.
    ///   - steps: whole steps since the last call, for devices that move step by step.
    func move(value: Double, steps: Int) throws(OutputError)

    /// Stops it, or moves it to its middle, at once.
    func rest() throws(OutputError)
}
