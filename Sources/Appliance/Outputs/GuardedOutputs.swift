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
        /// Outputs that are on only for as long as frames say so (``OutputConfiguration/needsFrames``), with their safe values.
        var held: [String: Bool] = [:]
        /// Those of them that are not safe now.
        var atStake: Set<String> = []
        /// Axes that do not rest.
        var moving: Set<String> = []
        /// The timer has made them safe; until the loop has seen that, nothing of them goes on.
        var isBarred = false
    }

    private let state = Mutex(State())

    /// Opens the devices of a configuration, in place of others; they are safe from now on.
    /// - Returns: what cannot be had.
    func open(_ configuration: Configuration) -> [OutputFault] {
        state.withLock { state in
            var faults: [OutputFault] = []
            state = State()  // the former ones first: a line may only have moved to another output
            state.devices = OutputDevices(configuration) { faults.append($0) }
            for output in configuration.outputs where output.needsFrames { state.held[output.name] = output.safe }
            return faults
        }
    }

    /// Each device goes to its safe state and back to the kernel.
    func close() { state.withLock { $0 = State() } }

    /// Whether this change makes something depend on frames that did not before.
    func needsFrames(_ change: LineChange) -> Bool {
        state.withLock { state in state.held[change.name].map { $0 != change.value } ?? false }
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
                guard !state.isBarred else { return nil }
                state.moving.insert(change.name)
            }
            state.devices?.apply(change) { fault = $0 }
            return fault
        }
    }

    /// Switches an output's device. What the timer has made safe stays safe.
    func apply(_ change: LineChange) -> OutputFault? {
        state.withLock { state in
            var fault: OutputFault?
            if let safe = state.held[change.name] {
                if change.value == safe {
                    state.atStake.remove(change.name)
                } else {
                    guard !state.isBarred else { return nil }
                    state.atStake.insert(change.name)
                }
            }
            state.devices?.apply(change) { fault = $0 }
            return fault
        }
    }

    /// Whether something is on that frames must keep on.
    package var isAtStake: Bool { state.withLock { !$0.atStake.isEmpty || !$0.moving.isEmpty } }

    /// Makes all that safe, and bars it. Devices that fail are left: the loop would do no better.
    package func makeSafe(at time: Double) {
        state.withLock { state in
            state.isBarred = true
            for name in state.atStake {
                let change = LineChange(time: time, name: name, value: state.held[name] ?? false)
                state.devices?.apply(change) { _ in }
            }
            state.atStake = []
            for name in state.moving {
                state.devices?.apply(AxisChange(time: time, name: name, value: 0, rests: true)) { _ in }
            }
            state.moving = []
        }
    }

    /// The loop knows of it: from now on outputs go on again.
    func unbar() { state.withLock { $0.isBarred = false } }
}
