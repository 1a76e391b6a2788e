import Outputs
import Synchronization

/// Replaces the devices of some outputs and axes, and records what they are told to do. All others are real.
package final class RecordingDevices: Sendable {
    package struct Step: Sendable {
        /// Seconds since the start.
        package let time: Double
        package let name: String
        /// 0 for off and for an axis at rest.
        package let value: Double
        /// Which of the devices that were opened in the course of the run it was: 1 for the first.
        package let device: Int
    }

    private let written = Mutex([Step]())
    private let opened = Mutex(0)
    private let closed = Mutex(0)
    private let clock: HandClock
    package let names: Set<String>

    /// - Parameter names: outputs and axes.
    package init(_ names: Set<String>, _ clock: HandClock) {
        self.names = names
        self.clock = clock
    }

    package func steps(_ name: String) -> [Step] { written.withLock { $0.filter { $0.name == name } } }

    fileprivate func stand(for name: String) -> Bool { names.contains(name) }

    package func source(_ settings: OutputSettings) -> any DeviceSource { RecordingSource(factory: DeviceFactory(settings), devices: self) }

    /// The devices that were opened so far.
    package var count: Int { opened.withLock { $0 } }

    /// Whether each device that was opened is closed.
    package var areClosed: Bool { closed.withLock { $0 } == count }

    fileprivate func close() { closed.withLock { $0 += 1 } }

    fileprivate func open() -> Int {
        opened.withLock {
            $0 += 1
            return $0
        }
    }

    fileprivate func write(_ name: String, _ value: Double, _ device: Int) {
        let step = Step(time: clock.now - HandClock.start, name: name, value: value, device: device)
        written.withLock { $0.append(step) }
    }
}

private struct RecordingSource: DeviceSource {
    let factory: DeviceFactory
    let devices: RecordingDevices

    func device(of output: OutputConfiguration) throws(OutputError) -> (any OutputDevice)? {
        devices.stand(for: output.name) ? RecordingOutput(name: output.name, devices: devices) : try factory.device(of: output)
    }

    func device(of axis: AxisConfiguration) throws(OutputError) -> (any AxisDevice)? {
        devices.stand(for: axis.name) ? RecordingAxis(name: axis.name, devices: devices) : try factory.device(of: axis)
    }
}

private final class RecordingOutput: OutputDevice {
    private let name: String
    private let devices: RecordingDevices
    private let number: Int

    init(name: String, devices: RecordingDevices) { (self.name, self.devices, number) = (name, devices, devices.open()) }

    deinit { devices.close() }

    func set(_ isOn: Bool) { devices.write(name, isOn ? 1 : 0, number) }
}

private final class RecordingAxis: AxisDevice {
    private let name: String
    private let devices: RecordingDevices
    private let number: Int

    init(name: String, devices: RecordingDevices) { (self.name, self.devices, number) = (name, devices, devices.open()) }

    deinit { devices.close() }

    func move(value: Double, steps: Int) { devices.write(name, value, number) }
    func rest() { devices.write(name, 0, number) }
}
