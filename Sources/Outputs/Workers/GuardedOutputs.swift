import Platform
import Synchronization

/// The devices as two threads switch them: the loop, and the dead-man timer if the loop hangs.
///
/// A table says which outputs are not safe and which axes are not at rest. Its lock is held only to read or change the table and
/// to give orders, which never waits: each group of devices has a ``DeviceWorker``, whose thread alone uses them.
package final class GuardedOutputs: Sendable {
    /// An output or an axis.
    private struct Entry {
        /// Its group's thread; `nil` if it is only reported.
        let worker: DeviceWorker?
        /// The safe value of an output.
        var safe = false
        /// Only frames may keep it on (``OutputConfiguration/needsFrames``), as every axis that moves.
        var needsFrames = true
        /// It is not in its safe state, or not at rest.
        var isOn = false
    }

    private struct Table {
        var workers: [DeviceWorker] = []
        /// By name.
        var outputs: [String: Entry] = [:]
        var axes: [String: Entry] = [:]
        /// The entries that the timer has made safe. They stay safe until the loop knows.
        var bar = Bar.none

        func contains(where isMatch: (Entry) -> Bool) -> Bool {
            outputs.values.contains(where: isMatch) || axes.values.contains(where: isMatch)
        }

        /// Makes what is barred safe.
        mutating func rest(at time: Double) {
            for (name, entry) in outputs where entry.isOn && bar.covers(entry) {
                entry.worker?.post(.line(LineChange(time: time, name: name, value: entry.safe)), isUrgent: true)
                outputs[name]?.isOn = false
            }
            for (name, entry) in axes where entry.isOn && bar.covers(entry) {
                entry.worker?.post(.axis(AxisChange(time: time, name: name, value: 0, rests: true)), isUrgent: true)
                axes[name]?.isOn = false
            }
        }
    }

    /// What the timer has made safe.
    private enum Bar {
        case none
        /// The entries that need frames.
        case held
        case all

        func covers(_ entry: Entry) -> Bool { self == .all || self == .held && entry.needsFrames }
    }

    /// Seconds for which the loop waits for a device to be switched, so that an event is reported after the fact. It does not wait
    /// for slower devices.
    private static let confirmation = 0.05

    private let table = Mutex(Table())
    private let source: @Sendable (OutputSettings) -> any DeviceSource

    /// - Parameter source: opens the devices of a part of the configuration; called on that part's own thread.
    package init(source: @escaping @Sendable (OutputSettings) -> any DeviceSource = { DeviceFactory($0) }) {
        self.source = source
    }

    deinit { table.withLock { for worker in $0.workers { worker.end() } } }

    /// Opens the devices of a configuration and closes those before. They are safe from now on.
    /// - Parameter patience: seconds to wait; a device that takes longer does not delay the others.
    /// - Returns: those that cannot be opened.
    package func open(_ configuration: OutputSettings, within patience: Double = 2) -> [OutputError] {
        close()  // the former ones first: a line may only have moved to another output
        let workers = DeviceGroups(configuration).all.map { part in (worker: DeviceWorker(part, source: source), part: part) }
        table.withLock { table in
            table.workers = workers.map(\.worker)
            for output in configuration.outputs {
                let worker = workers.first { $0.part.outputs.contains { $0.name == output.name } }?.worker
                table.outputs[output.name] = Entry(worker: worker, safe: output.safe, needsFrames: output.needsFrames)
            }
            for axis in configuration.axes {
                table.axes[axis.name] = Entry(worker: workers.first { $0.part.axes.contains { $0.name == axis.name } }?.worker)
            }
        }
        let end = MonotonicClock.now + patience
        for (worker, _) in workers { worker.waitUntilIdle(until: end) }
        return workers.flatMap { $0.worker.takeFaults() }
    }

    /// Makes every device safe and releases it.
    /// - Parameter patience: seconds to wait; a device that takes longer is left to its thread.
    package func close(within patience: Double = 1) {
        let former = table.withLock { table in
            defer { table = Table() }
            return table.workers
        }
        for worker in former { worker.end() }
        let end = MonotonicClock.now + patience
        for worker in former { worker.waitUntilIdle(until: end) }
    }

    /// Reads the wires of all outputs, which are expected to be in their safe state.
    /// - Returns: those that are not.
    package func verifySafe(within patience: Double) -> [OutputError] {
        let workers = table.withLock(\.workers), end = MonotonicClock.now + patience
        for worker in workers { worker.post(.verify) }
        return workers.flatMap { worker in
            worker.waitUntilIdle(until: end)
            return worker.takeFaults()
        }
    }

    /// Whether an output depends on frames because of this change.
    package func needsFrames(_ change: LineChange) -> Bool {
        table.withLock { table in
            table.outputs[change.name].map { $0.needsFrames && change.value != $0.safe } ?? false
        }
    }

    /// Whether an axis depends on frames because of this movement, as every axis that moves does.
    package func needsFrames(_ change: AxisChange) -> Bool {
        table.withLock { !change.rests && $0.axes[change.name]?.isOn != true }
    }

    /// Whether one of the outputs or axes does not work.
    package var hasFault: Bool { table.withLock { $0.workers.contains(where: \.isFailing) } }

    /// The faults since the last call.
    package func takeFaults() -> [OutputError] {
        table.withLock { $0.workers.flatMap { $0.takeFaults() } }
    }

    /// Moves the device of an axis, unless the timer has put it to rest.
    /// - Returns: the faults.
    @discardableResult
    package func apply(_ change: AxisChange) -> [OutputError] {
        confirm(table.withLock { table in
            guard let entry = table.axes[change.name], change.rests || !table.bar.covers(entry) else { return nil }
            table.axes[change.name]?.isOn = !change.rests
            entry.worker?.post(.axis(change), isUrgent: change.rests)
            return entry.worker
        })
    }

    /// Switches the device of an output, unless the timer has made it safe.
    /// - Returns: the faults.
    package func apply(_ change: LineChange) -> [OutputError] {
        confirm(table.withLock { table in
            guard let entry = table.outputs[change.name] else { return nil }
            let isOn = change.value != entry.safe
            if isOn, table.bar.covers(entry) { return nil }
            table.outputs[change.name]?.isOn = isOn
            entry.worker?.post(.line(change))
            return entry.worker
        })
    }

    /// Waits a little until a worker has carried out its orders. The table is not locked meanwhile.
    private func confirm(_ worker: DeviceWorker?) -> [OutputError] {
        guard let worker else { return [] }
        worker.waitUntilIdle(until: (worker.busySince ?? MonotonicClock.now) + Self.confirmation)
        return worker.takeFaults()
    }

    /// Whether something is on that only frames may keep on.
    package var isAtStake: Bool { table.withLock { $0.contains { $0.isOn && $0.needsFrames } } }

    /// Whether any output is not safe, or any axis not at rest.
    package var isActive: Bool { table.withLock { $0.contains(where: \.isOn) } }

    /// Orders safe what only frames may keep on, and bars it. It never waits.
    package func makeSafe(at time: Double) {
        table.withLock { table in
            if table.bar == .none { table.bar = .held }
            table.rest(at: time)
        }
    }

    /// Orders everything safe, and bars it. It never waits.
    package func makeAllSafe(at time: Double) {
        table.withLock { table in
            table.bar = .all
            table.rest(at: time)
        }
    }

    /// The loop knows what the timer did: outputs may go on again.
    package func unbar() { table.withLock { $0.bar = .none } }
}
