/// The pointer or a wheel of a mouse.
package final class HIDAxis: AxisDevice {
    let device: HIDDevice
    let axis: InputAxis

    package init(_ device: HIDDevice, _ axis: InputAxis) {
        self.device = device
        self.axis = axis
    }

    package func move(value: Double, steps: Int) throws(OutputError) { try device.move(axis, by: steps) }
    package func rest() throws(OutputError) { device.stop(axis) }
}
