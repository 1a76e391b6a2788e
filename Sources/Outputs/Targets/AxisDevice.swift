/// A device that moves by degrees. It is at rest as soon as it exists, returns to rest when it goes, and is then released.
package protocol AxisDevice: AnyObject {
    /// - Parameters:
    ///   - value: speed or position, -1 to 1; positive is left or up unless the axis is reversed.
    ///   - steps: whole steps since the last call, for devices that move step by step.
    func move(value: Double, steps: Int) throws(OutputError)

    /// Stops it, or moves it to its middle, at once.
    func rest() throws(OutputError)
}
