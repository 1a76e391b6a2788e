// The outputs as two threads switch them: the loop, and the dead-man timer when the loop hangs.
import Platform
import Synchronization

/// What is on, and the workers that switch it. A lock is held only to look at this table and to give orders, which never
/// waits: each group of devices has a ``DeviceWorker``, a thread of its own that alone touches them.
package final class GuardedOutputs: Sendable {
    private struct Table {
        var workers: [DeviceWorker] = []
        /// By output, and by axis.
        var lines: [String: DeviceWorker] = [:]
        var axes: [String: DeviceWorker] = [:]
        /// The outputs' safe values.
        var safe: [String: Bool] = [:]
        /// Outputs that are on only for as long as frames say so (``OutputConfiguration/needsFrames``).
        var held: Set<String> = []
        /// Outputs that are not safe now.
        var active: Set<String> = []
        /// Axes that do not rest.
        var moving: Set<String> = []
        /// The timer has made something safe; until the loop has seen that, nothing of it goes on.
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

    /// Seconds that the loop waits for a device to be switched, so that what is told has happened. One that takes longer is
    /// not waited for.
    private static let confirmation = 0.05

    private let table = Mutex(Table())
    private let source: @Sendable (OutputSettings) -> any DeviceSource

    /// - Parameter source: what opens the devices of a part of the configuration; it is called on the part's own thread.
    package init(source: @escaping @Sendable (OutputSettings) -> any DeviceSource = { DeviceFactory($0) }) {
        self.source = source
    }

    deinit { table.withLock { for worker in $0.workers { worker.end() } } }

    /// Opens the devices of a configuration, in place of others; they are safe from now on.
    /// - Parameter patience: seconds that devices may take; the others work on while one takes longer.
    /// - Returns: what cannot be had.
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

    /// Each device goes to its safe state and back to the kernel.
    /// - Parameter patience: seconds that this may take; a device that takes longer is left to its thread.
    package func close(within patience: Double = 1) {
        let former = table.withLock { table in
            defer { table = Table() }
            return table.workers
        }
        for worker in former { worker.end() }
        let end = MonotonicClock.now + patience
        for worker in former { worker.waitUntilIdle(until: end) }
    }

    /// Looks at the wires of all outputs, which are expected to be in their safe state.
    /// - Returns: those that are not.
    package func verifySafe(within patience: Double) -> [OutputFault] {
        let workers = table.withLock(\.workers), end = MonotonicClock.now + patience
        for worker in workers { worker.post(.verify) }
        return workers.flatMap { worker in
            worker.waitUntilIdle(until: end)
            return worker.takeFaults()
        }
    }

    /// Whether this change makes something depend on frames that did not before.
    package func needsFrames(_ change: LineChange) -> Bool {
        table.withLock { $0.held.contains(change.name) && $0.safe[change.name] != change.value }
    }

    /// Whether this movement makes something depend on frames that did not before: whatever moves does.
    package func needsFrames(_ change: AxisChange) -> Bool {
        table.withLock { !change.rests && !$0.moving.contains(change.name) }
    }

    /// Whether one of the outputs and axes does not work.
    package var hasFault: Bool { table.withLock { $0.workers.contains(where: \.isFailing) } }

    /// What has gone wrong since this was asked last.
    package func takeFaults() -> [OutputFault] {
        table.withLock { $0.workers.flatMap { $0.takeFaults() } }
    }

    /// Moves an axis' device. What the timer has put to rest stays there.
    /// - Returns: what has gone wrong.
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

    /// Switches an output's device. What the timer has made safe stays safe.
    /// - Returns: what has gone wrong.
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

    /// Waits a little until a worker has done what was ordered. The table is free meanwhile.
    private func confirm(_ worker: DeviceWorker?) -> [OutputFault] {
        guard let worker else { return [] }
        worker.waitUntilIdle(until: (worker.busySince ?? MonotonicClock.now) + Self.confirmation)
        return worker.takeFaults()
    }

    /// Whether something is on that frames must keep on.
    package var isAtStake: Bool {
        table.withLock { !$0.moving.isEmpty || !$0.active.isDisjoint(with: $0.held) }
    }

    /// Whether anything is on at all, or whatever else is not its safe state.
    package var isActive: Bool { table.withLock { !$0.moving.isEmpty || !$0.active.isEmpty } }

    /// Orders safe what frames must keep on, and bars it. It never waits.
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

    /// The loop knows of it: from now on outputs go on again.
    package func unbar() { table.withLock { $0.bar = .none } }
}
