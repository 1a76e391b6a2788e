// The outputs' devices, which two threads may switch: the loop, and the dead-man timer when the loop hangs.
import Synchronization

/// All devices behind one lock: they may share what lies behind them. Whoever holds the lock comes back at once, for that
/// is what every device promises; one that breaks its promise is the watchdog's case.
///
/// Race-free without a claim of ours: the devices are made and used under the lock only, and the compiler has checked that
/// this type is `Sendable`.
package final class GuardedOutputs: Sendable {
    private struct State {
        var devices: OutputDevices?
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
                devices?.apply(LineChange(time: time, name: name, value: safe[name] ?? false)) { _ in }
            }
            active.subtract(names)
            for name in moving { devices?.apply(AxisChange(time: time, name: name, value: 0, rests: true)) { _ in } }
            moving = []
        }
    }

    private enum Bar {
        case none, held, all
    }

    private let state = Mutex(State())

    package init() {}

    /// Opens the devices of a configuration, in place of others; they are safe from now on.
    /// - Returns: what cannot be had.
    package func open(_ configuration: Configuration) -> [OutputFault] {
        state.withLock { state in
            var faults: [OutputFault] = []
            state = State()  // the former ones first: a line may only have moved to another output
            state.devices = OutputDevices(configuration) { faults.append($0) }
            for output in configuration.outputs {
                state.safe[output.name] = output.safe
                if output.needsFrames { state.held.insert(output.name) }
            }
            return faults
        }
    }

    /// Each device goes to its safe state and back to the kernel.
    func close() { state.withLock { $0 = State() } }

    /// Whether this change makes something depend on frames that did not before.
    package func needsFrames(_ change: LineChange) -> Bool {
        state.withLock { state in state.held.contains(change.name) && state.safe[change.name] != change.value }
    }

    /// Whether this movement makes something depend on frames that did not before: whatever moves does.
    func needsFrames(_ change: AxisChange) -> Bool {
        state.withLock { !change.rests && !$0.moving.contains(change.name) }
    }

    /// Whether one of the outputs and axes does not work.
    var hasFault: Bool { state.withLock { !($0.devices?.failing.isEmpty ?? true) } }

    /// Sees to what goes on beside the loop.
    func tend() -> [OutputFault] {
        state.withLock { state in
            var faults: [OutputFault] = []
            state.devices?.tend { faults.append($0) }
            return faults
        }
    }

    /// Moves an axis' device. What the timer has put to rest stays there.
    func apply(_ change: AxisChange) -> OutputFault? {
        state.withLock { state in
            var fault: OutputFault?
            if change.rests {
                state.moving.remove(change.name)
            } else {
                guard state.bar == .none else { return nil }
                state.moving.insert(change.name)
            }
            state.devices?.apply(change) { fault = $0 }
            return fault
        }
    }

    /// Switches an output's device. What the timer has made safe stays safe.
    package func apply(_ change: LineChange) -> OutputFault? {
        state.withLock { state in
            var fault: OutputFault?
            if let safe = state.safe[change.name] {
                if change.value == safe {
                    state.active.remove(change.name)
                } else {
                    guard !state.isBarred(change.name) else { return nil }
                    state.active.insert(change.name)
                }
            }
            state.devices?.apply(change) { fault = $0 }
            return fault
        }
    }

    /// Whether something is on that frames must keep on.
    package var isAtStake: Bool {
        state.withLock { !$0.moving.isEmpty || !$0.active.isDisjoint(with: $0.held) }
    }

    /// Whether anything is on at all, or whatever else is not its safe state.
    package var isActive: Bool { state.withLock { !$0.moving.isEmpty || !$0.active.isEmpty } }

    /// Makes safe what frames must keep on, and bars it. Devices that fail are left: the loop would do no better.
    package func makeSafe(at time: Double) {
        state.withLock { state in
            if state.bar == .none { state.bar = .held }
            state.rest(state.held, at: time)
        }
    }

    /// Makes everything safe, and bars it.
    package func makeAllSafe(at time: Double) {
        state.withLock { state in
            state.bar = .all
            state.rest(state.active, at: time)
        }
    }

    /// The loop knows of it: from now on outputs go on again.
    package func unbar() { state.withLock { $0.bar = .none } }
}
