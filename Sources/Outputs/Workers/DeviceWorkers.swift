import Platform

/// The devices of a configuration. Each group of them has a ``DeviceWorker``, whose thread alone uses them, so that posting an order does
/// not block.
package final class DeviceWorkers: Sendable {
    /// Seconds for which ``confirm(_:)`` waits for a device.
    private static let confirmation = 0.05

    private let all: [DeviceWorker]
    /// By name; those without a target have none.
    private let outputs: [String: DeviceWorker]
    private let axes: [String: DeviceWorker]

    /// Starts to open the devices, which are in their safe state from then on.
    /// - Parameter source: opens the devices of a group; called on that group's own thread.
    package init(_ settings: OutputSettings, source: @escaping @Sendable (OutputSettings) -> any DeviceSource = { DeviceFactory($0) }) {
        let groups = DeviceGroups(settings).all.map { part in (worker: DeviceWorker(part, source: source), part: part) }
        func workers(_ names: (OutputSettings) -> [String]) -> [String: DeviceWorker] {
            Dictionary(groups.flatMap { group in names(group.part).map { ($0, group.worker) } }) { first, _ in first }
        }
        all = groups.map(\.worker)
        outputs = workers { $0.outputs.map(\.name) }
        axes = workers { $0.axes.map(\.name) }
    }

    deinit { for worker in all { worker.end() } }

    /// Waits until the devices are open.
    /// - Parameter timeout: seconds; a device that takes longer does not delay the others.
    /// - Returns: the errors of those that cannot be opened.
    package func waitUntilOpen(within timeout: Double) -> [OutputError] {
        let end = MonotonicClock.now + timeout
        return all.flatMap { worker in
            worker.waitUntilIdle(until: end)
            return worker.takeFaults()
        }
    }

    /// Makes every device safe and releases it.
    /// - Parameter timeout: seconds to wait; a slower device is left to its thread.
    package func close(within timeout: Double) {
        for worker in all { worker.end() }
        let end = MonotonicClock.now + timeout
        for worker in all { worker.waitUntilIdle(until: end) }
    }

    /// Reads back the lines of all outputs, which are expected to be in their safe state.
    /// - Returns: the errors of those that are not.
    package func verifySafe(within timeout: Double) -> [OutputError] {
        for worker in all { worker.post(.verify) }
        return waitUntilOpen(within: timeout)
    }

    /// Posts a change. Does not block.
    /// - Parameter isUrgent: replaces waiting orders for the same output.
    package func post(_ change: OutputChange, isUrgent: Bool = false) {
        worker(of: change)?.post(.change(change), isUrgent: isUrgent)
    }

    /// Ends what the device of an output still does, once its orders are executed. Does not block.
    package func stop(_ output: String) { outputs[output]?.post(.stop(output)) }

    /// Waits up to 50 ms until a change is executed, so that it is reported afterwards. Slower devices are not waited for.
    /// - Returns: the faults of its group.
    package func confirm(_ change: OutputChange) -> [OutputError] {
        guard let worker = worker(of: change) else { return [] }
        worker.waitUntilIdle(until: (worker.busySince ?? MonotonicClock.now) + Self.confirmation)
        return worker.takeFaults()
    }

    /// Waits until the orders for these outputs and axes are executed, however slow their devices are.
    /// - Parameter timeout: seconds.
    package func settle(_ names: Set<String>, within timeout: Double) {
        let end = MonotonicClock.now + timeout
        for name in names { (outputs[name] ?? axes[name])?.waitUntilIdle(until: end) }
    }

    /// Whether one of the outputs or axes does not work.
    package var hasFault: Bool { all.contains(where: \.isFailing) }

    /// Whether this output does not work.
    package func hasFault(_ output: String) -> Bool { outputs[output]?.isFailing ?? false }

    /// Whether this axis does not work.
    package func hasFault(axis: String) -> Bool { axes[axis]?.isFailing ?? false }

    /// Whether every order for this axis has been carried out.
    package func isIdle(axis: String) -> Bool { axes[axis]?.isIdle ?? true }

    /// The faults since the last call.
    package func takeFaults() -> [OutputError] { all.flatMap { $0.takeFaults() } }

    private func worker(of change: OutputChange) -> DeviceWorker? {
        switch change {
        case .line(let change): outputs[change.name]
        case .axis(let change): axes[change.name]
        }
    }
}
