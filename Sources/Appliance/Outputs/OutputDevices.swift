// The real devices behind the outputs and axes.

/// Puts changes onto devices. One that fails is reported once and left; the others work on.
final class OutputDevices {
    private let factory: DeviceFactory
    private var outputs: [String: any OutputDevice] = [:]
    private var axes: [String: any AxisDevice] = [:]
    /// Those that do not work: they could not be had, or failed when they were used last.
    private(set) var failing: Set<String> = []

    /// Opens every output and axis that names a device; they are safe from now on.
    /// - Parameter report: told of each that cannot be had.
    init(_ configuration: Configuration, report: (OutputFault) -> Void) {
        factory = DeviceFactory(configuration)
        for output in configuration.outputs {
            do {
                outputs[output.name] = try factory.device(of: output)
            } catch {
                failing.insert(output.name)
                report(error)
            }
        }
        for axis in configuration.axes {
            do {
                axes[axis.name] = try factory.device(of: axis)
            } catch {
                failing.insert(axis.name)
                report(error)
            }
        }
    }

    /// Looks at the wires of all outputs, which are expected to be in their safe state.
    func verifySafe(_ configurations: [OutputConfiguration], report: (OutputFault) -> Void) {
        for output in configurations {
            do {
                try self.outputs[output.name]?.verify(output.safe)
            } catch {
                report(error)
            }
        }
    }

    /// Switches the device of an output, if it has one that works.
    func apply(_ change: LineChange, report: (OutputFault) -> Void) {
        guard let device = outputs[change.name] else { return }
        do {
            try device.set(change.value)
            if change.value { failing.remove(change.name) }  // what went on again works again
        } catch {
            outputs[change.name] = nil
            failing.insert(change.name)
            report(error)
        }
    }

    /// Sees to what goes on beside the loop; a fault there costs no device, for it may pass.
    func tend(report: (OutputFault) -> Void) {
        for (name, device) in outputs {
            do {
                try device.tend()
            } catch {
                failing.insert(name)
                report(error)
            }
        }
    }

    /// Moves the device of an axis, if it has one that works.
    func apply(_ change: AxisChange, report: (OutputFault) -> Void) {
        guard let device = axes[change.name] else { return }
        do {
            if change.rests { try device.rest() } else { try device.move(value: change.value, steps: change.steps) }
        } catch {
            axes[change.name] = nil
            failing.insert(change.name)
            report(error)
        }
    }
}
