import Platform

/// The devices of one group of outputs and axes, used on the group's thread only.
///
/// A device that fails is reported once and not used again, except for making it safe, which is retried until it succeeds. The other
/// devices continue to work.
final class OutputDevices {
    private var outputs: [String: any OutputDevice] = [:]
    private var axes: [String: any AxisDevice] = [:]
    /// Devices that could not be opened, or that failed later.
    private var lost: Set<String> = []
    /// The failed devices that may not be safe.
    private var owed: Set<String> = []
    private let configurations: [String: OutputConfiguration]
    /// When outputs of an interlock were really off, in seconds of the monotonic clock.
    private var offSince: [String: Double] = [:]

    /// Opens the device of every output and axis that has a target, in its safe state.
    /// - Parameter report: called for each device that cannot be opened.
    init(_ configuration: OutputSettings, source: any DeviceSource, report: (OutputError) -> Void) {
        configurations = Dictionary(configuration.outputs.map { ($0.name, $0) }) { first, _ in first }
        for output in configuration.outputs {
            attempt(output.name, report) { () throws(OutputError) in outputs[output.name] = try source.device(of: output) }
        }
        for axis in configuration.axes {
            attempt(axis.name, report) { () throws(OutputError) in axes[axis.name] = try source.device(of: axis) }
        }
    }

    /// Outputs and axes that do not work at present.
    var failing: Set<String> { lost.union(outputs.filter(\.value.isFailing).keys).union(axes.filter(\.value.isFailing).keys) }

    /// Reads back the lines of all outputs, which are expected to be in their safe state.
    func verifySafe(_ configurations: [OutputConfiguration], report: (OutputError) -> Void) {
        for output in configurations {
            do throws(OutputError) { try outputs[output.name]?.verify(output.safe) } catch { report(error) }
        }
    }

    /// Switches the device of an output, if it has a working one.
    func apply(_ change: LineChange, report: (OutputError) -> Void) {
        guard let device = outputs[change.name], !lost.contains(change.name) else { return }
        if let rival = rival(of: change) {
            return report(OutputError(place: "output \(change.name)", call: "switch on", problem: "\(rival) of the same interlock could "
                + "not be switched off"))
        }
        attempt(change.name, report) { () throws(OutputError) in
            try device.set(change.value)
            if !change.value { wasSwitchedOff(change.name) }
        }
    }

    /// Ends what the device of an output still does.
    func stop(_ name: String) { outputs[name]?.stop() }

    /// Seconds that a change must still wait, because another output of its interlock has not really been off for its dead time: a device may
    /// be slower than the orders that it gets.
    func pause(before change: LineChange) -> Double {
        guard let output = configurations[change.name], !output.interlock.isEmpty, change.value else { return 0 }
        let rivals = offSince.filter { $0.key != change.name && configurations[$0.key]?.interlock == output.interlock }
        return rivals.values.max().map { $0 + output.deadTime - MonotonicClock.now } ?? 0
    }

    /// Moves the device of an axis, if it has a working one.
    func apply(_ change: AxisChange, report: (OutputError) -> Void) {
        guard let device = axes[change.name], !lost.contains(change.name) else { return }
        attempt(change.name, report) { () throws(OutputError) in
            if change.rests { try device.rest() } else { try device.move(value: change.value, steps: change.steps) }
        }
    }

    /// Whether ``poll(report:)`` has work to do.
    var needPolling: Bool { !owed.isEmpty || !polled.isEmpty }

    /// Seconds from one ``poll(report:)`` to the next. 0.05 for what could not be made safe.
    var pollingInterval: Double { min(0.05, polled.map(\.pollingInterval).min() ?? .infinity) }

    /// The devices that have work to do.
    private var polled: [any PolledDevice] {
        let outputs: [any PolledDevice] = outputs.values.filter(\.needsPolling)
        let axes: [any PolledDevice] = axes.values.filter(\.needsPolling)
        return outputs + axes
    }

    /// Does background work that is due. After a fault the device is kept, because the fault may pass.
    func poll(report: (OutputError) -> Void) {
        for name in owed { makeSafe(name) }
        for device in polled where device.needsPolling {  // several may share what the first has done
            do throws(OutputError) { try device.poll() } catch { report(error) }
        }
    }

    private func wasSwitchedOff(_ name: String) {
        if configurations[name]?.interlock.isEmpty == false { offSince[name] = MonotonicClock.now }
    }

    private func attempt(_ name: String, _ report: (OutputError) -> Void, _ use: () throws(OutputError) -> Void) {
        do throws(OutputError) {
            try use()
        } catch {
            lost.insert(name)
            owed.insert(name)
            makeSafe(name)
            report(error)
        }
    }

    /// Tries to make a failed device safe, and releases it when that succeeds.
    private func makeSafe(_ name: String) {
        do throws(OutputError) {
            try outputs[name]?.set(configurations[name]?.safe ?? false)
            try axes[name]?.rest()
        } catch { return }
        if outputs[name]?.isFailing == true { return }  // a host that does not listen has not released it
        wasSwitchedOff(name)
        outputs[name] = nil
        axes[name] = nil
        owed.remove(name)
    }

    /// Another output of the same interlock that may still be on.
    private func rival(of change: LineChange) -> String? {
        guard let output = configurations[change.name], !output.interlock.isEmpty, change.value != output.safe else { return nil }
        return owed.sorted().first { configurations[$0]?.interlock == output.interlock }
    }
}
