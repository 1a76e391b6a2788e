/// A key of a keyboard or mouse as an output: pressed while it is on.
package final class HIDKey: OutputDevice {
    let device: HIDDevice
    let key: KeyName

    package init(_ device: HIDDevice, _ key: KeyName) {
        self.device = device
        self.key = key
    }

    package func set(_ isOn: Bool) throws(OutputError) { try device.press(key, isOn) }
    package func poll() throws(OutputError) { try device.poll() }
    package var needsPolling: Bool { device.needsPolling }
    package var pollingInterval: Double { device.pollingInterval }
    package var isFailing: Bool { device.isFailing }
}
