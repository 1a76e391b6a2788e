import Platform
import Synchronization

/// The devices as two threads switch them: the loop, and the dead-man timer if the loop hangs.
///
/// A table says which outputs are not safe and which axes are not at rest. Its lock is held only to read or change the table and
/// to give orders, which never waits: each group of devices has a ``DeviceWorker``, whose thread alone uses them.
package final class GuardedOutputs: Sendable {
    private struct Table {
        var workers: [DeviceWorker] = []
        /// By output, and by axis.
        var lines: [String: DeviceWorker] = [:]
        var axes: [String: DeviceWorker] = [:]
        /// The outputs' safe values.
        var safe: [String: Bool] = [:]
        /// Outputs that only frames may keep on (``OutputConfiguration/needsFrames``).
        var held: Set<String> = []
        /// Outputs that are not in their safe state.
        var active: Set<String> = []
        /// Axes that are not at rest.
        var moving: Set<String> = []
        /// The outputs that the timer has made safe. They stay safe until the loop knows.
        var bar = Bar.none

        func isBarred(_ name: String) -> Bool { bar == .all || bar == .held && held.contains(name) }

        mutating func rest(_ names: Set<String>, at time: Double) {
            for name in names.intersection(active) {
                let change = LineChange(time: time, name: name, value: safe[name] ?? false)
                lines[name]?.post(.line(change), isUrgent: true)
            }
            active.subtract(names)
            for name in moving {
                axes[name]?.post(.axis(AxisChange(time: time, name: name, value: 0, rests: true)), isUrgent: true)
            }
            moving = []
        }
    }

    private enum Bar {
        case none, held, all
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
    package func open(_ configuration: OutputSettings, within patience: Double = 2) -> [OutputFault] {
        close()  // the former ones first: a line may only have moved to another output
        let workers = DeviceGroups(configuration).all.map { part in (worker: DeviceWorker(part, source: source), part: part) }
        table.withLock { table in
            table.workers = workers.map(\.worker)
            for (worker, part) in workers {
                for output in part.outputs { table.lines[output.name] = worker }
                for axis in part.axes { table.axes[axis.name] = worker }
            }
            for output in configuration.outputs {
                table.safe[output.name] = output.safe
                if output.needsFrames { table.held.insert(output.name) }
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
    package func verifySafe(within patience: Double) -> [OutputFault] {
        let workers = table.withLock(\.workers), end = MonotonicClock.now + patience
        for worker in workers { worker.post(.verify) }
        return workers.flatMap { worker in
            worker.waitUntilIdle(until: end)
            return worker.takeFaults()
        }
    }

    /// Whether an output depends on frames because of this change.
    package func needsFrames(_ change: LineChange) -> Bool {
        table.withLock { $0.held.contains(change.name) && $0.safe[change.name] != change.value }
    }

    /// Whether an axis depends on frames because of this movement, as every axis that moves does.
    package func needsFrames(_ change: AxisChange) -> Bool {
        table.withLock { !change.rests && !$0.moving.contains(change.name) }
    }

    /// Whether one of the outputs or axes does not work.
    package var hasFault: Bool { table.withLock { $0.workers.contains(where: \.isFailing) } }

    /// The faults since the last call.
    package func takeFaults() -> [OutputFault] {
        table.withLock { $0.workers.flatMap { $0.takeFaults() } }
    }

    /// Moves the device of an axis, unless the timer has put it to rest.
    /// - Returns: the faults.
    @discardableResult
    package func apply(_ change: AxisChange) -> [OutputFault] {
        confirm(table.withLock { table in
            if change.rests {
                table.moving.remove(change.name)
            } else {
                guard table.bar == .none else { return nil }
                table.moving.insert(change.name)
            }
            let worker = table.axes[change.name]
            worker?.post(.axis(change), isUrgent: change.rests)
            return worker
        })
    }

    /// Switches the device of an output, unless the timer has made it safe.
    /// - Returns: the faults.
    package func apply(_ change: LineChange) -> [OutputFault] {
        confirm(table.withLock { table in
            if let safe = table.safe[change.name] {
                if change.value == safe {
                    table.active.remove(change.name)
                } else {
                    guard !table.isBarred(change.name) else { return nil }
                    table.active.insert(change.name)
                }
            }
            let worker = table.lines[change.name]
            worker?.post(.line(change))
            return worker
        })
    }

    /// Waits a little until a worker has carried out its orders. The table is not locked meanwhile.
    private func confirm(_ worker: DeviceWorker?) -> [OutputFault] {
        guard let worker else { return [] }
        worker.waitUntilIdle(until: (worker.busySince ?? MonotonicClock.now) + Self.confirmation)
        return worker.takeFaults()
    }

    /// Whether something is on that only frames may keep on.
    package var isAtStake: Bool {
        table.withLock { !$0.moving.isEmpty || !$0.active.isDisjoint(with: $0.held) }
    }

    /// Whether any output is not safe, or any axis not at rest.
    package var isActive: Bool { table.withLock { !$0.moving.isEmpty || !$0.active.isEmpty } }

    /// Orders safe what only frames may keep on, and bars it. It never waits.
    package func makeSafe(at time: Double) {
        table.withLock { table in
            if table.bar == .none { table.bar = .held }
            table.rest(table.held, at: time)
        }
    }

    /// Orders everything safe, and bars it. It never waits.
    package func makeAllSafe(at time: Double) {
        table.withLock { table in
            table.bar = .all
            table.rest(table.active, at: time)
        }
    }

    /// The loop knows what the timer did: outputs may go on again.
    package func unbar() { table.withLock { $0.bar = .none } }
}
