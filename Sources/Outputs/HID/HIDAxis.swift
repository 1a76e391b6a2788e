/// The pointer or a wheel of a mouse, which take steps; a stick or a trigger of a gamepad, which takes the value.
package final class HIDAxis: AxisDevice {
    let device: HIDDevice
    let axis: InputAxis

    package init(_ device: HIDDevice, _ axis: InputAxis) {
        self.device = device
        self.axis = axis
    }

    package func move(value: Double, steps: Int) throws(OutputError) {
        if axis.hasPosition { try device.place(axis, at: value) } else { try device.move(axis, by: steps) }
    }

    package func rest() throws(OutputError) {
        if axis.hasPosition { try device.place(axis, at: 0) } else { device.stop(axis) }
    }

    package func poll() throws(OutputError) { try device.poll() }
    package var needsPolling: Bool { device.needsPolling }
    package var pollingInterval: Double { device.pollingInterval }
    package var isFailing: Bool { device.isFailing }
}
