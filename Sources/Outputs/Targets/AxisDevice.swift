/// Something that is moved by degrees. It rests from the moment it exists; when it goes it is put to rest again and given
/// back.
package protocol AxisDevice: AnyObject {
    /// - Parameters:
    ///   - value: the speed or place, -1 to 1 of what is possible; positive is left or up unless the axis is reversed.
    ///   - steps: whole steps since the last call, for what is moved step by step.
    func move(value: Double, steps: Int) throws(OutputFault)

    /// Stops it, or brings it to its middle, at once.
    func rest() throws(OutputFault)
}
