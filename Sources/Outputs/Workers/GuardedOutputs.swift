import Gestures
import Platform
import Synchronization

/// The owner of all outputs and axes: it knows their state and posts orders to the devices, if they are open.
///
/// Two threads change them: the loop, and the dead-man timer if the loop hangs. The lock is held while the banks change and orders are
/// posted, never while a thread waits for a device. The loop reports the changes afterwards, including the timer's.
package final class GuardedOutputs: Sendable {
    /// What the dead-man timer has to watch.
    package enum Stake: Comparable, Sendable {
        /// Everything is safe.
        case none
        /// Something is on that requires the loop to run.
        case turns
        /// Something is on that requires frames.
        case frames
    }

    private struct State {
        var outputs = OutputBank([])
        var axes = AxisBank([], maxHold: .infinity)
        var devices: DeviceWorkers?
        /// In order, until the loop takes them.
        var changes: [OutputChange] = []

        var stake: Stake { outputs.isAtStake || axes.isMoving ? .frames : outputs.isActive ? .turns : .none }

        mutating func change(_ body: (inout OutputBank, (LineChange) -> Void) -> Void) { body(&outputs) { changes.append(.line($0)) } }

        /// Whether a part of the drive does not work. Then its wheels rest, lines and pulses: each stops a motor whose other part cannot, and a robot
        /// with one wheel turns in circles.
        var isDriveBroken: Bool {
            guard let devices else { return false }
            return outputs.drivePart { devices.hasFault($0) } || axes.drivePart { devices.hasFault(axis: $0) }
        }

        /// Moves the axes, and lets the lines of wheels follow them. Pulses and lines have a thread each, so that neither keeps the other from stopping a
        /// motor; so a line goes on only after the last order for the pulses has been carried out, which was to end them.
        mutating func drive(at time: Double, _ body: (inout AxisBank, (AxisChange) -> Void) -> Void) {
            let first = changes.count
            move(body)
            guard axes.hasWheels else { return }
            let ways = axes.ways, devices = devices
            let moved = changes[first...].compactMap { if case .axis(let change) = $0 { change.name } else { nil } }
            change { $0.follow(ways, at: time, mayBegin: { !moved.contains($0) && devices?.isIdle(axis: $0) ?? true }, $1) }
        }

        /// Which way each wheel's lines say; `nil` if no wheel may turn.
        var ways: [String: Int]? { !axes.hasWheels ? [:] : isDriveBroken ? nil : outputs.ways }

        mutating func move(_ body: (inout AxisBank, (AxisChange) -> Void) -> Void) { body(&axes) { changes.append(.axis($0)) } }
    }

    /// Rings when the stake increases.
    package let bell = Bell()
    private let state = Mutex(State())
    private let source: @Sendable (OutputSettings) -> any DeviceSource

    /// Has no outputs until ``load(_:maxHold:)`` and no devices until ``open(_:within:)``. A replay opens none.
    /// - Parameter source: opens the devices of a part of the configuration; called on that part's own thread.
    package init(source: @escaping @Sendable (OutputSettings) -> any DeviceSource = { DeviceFactory($0) }) {
        self.source = source
    }

    /// Changes the banks and posts the changes to the devices. Those of outputs that may not go on any more are stopped, too: a device may
    /// be busy when its output is off.
    private func change(isUrgent: Bool = false, _ body: (inout State) -> Void) {
        state.withLock { state in
            let before = state.stake, first = state.changes.count, gate = state.outputs.gate
            body(&state)
            if let devices = state.devices {
                for change in state.changes[first...] { devices.post(change, isUrgent: isUrgent || change.rests) }
                for name in state.outputs.shut(since: gate) { devices.stop(name) }
            }
            if state.stake > before { bell.ring() }
        }
    }

    // MARK: - Devices

    /// Takes over the outputs and axes of another configuration, all in their safe state. The previous ones must have been released; the
    /// times that protect their wires hold on.
    /// - Parameter maxHold: see ``AxisBank/init(_:maxHold:)``.
    package func load(_ settings: OutputSettings, maxHold: Double) {
        state.withLock { state in
            state.outputs = OutputBank(settings.outputs, maxHold: maxHold, insteadOf: state.outputs)
            state.axes = AxisBank(settings.axes, maxHold: maxHold)
        }
    }

    /// Opens the devices of a configuration, in their safe state, after closing the previous ones.
    /// - Parameter timeout: seconds to wait; a device that takes longer does not delay the others.
    /// - Returns: the errors of those that cannot be opened.
    package func open(_ settings: OutputSettings, within timeout: Double = 2) -> [OutputError] {
        close()  // the previous ones first: a line may have moved to another output
        let devices = DeviceWorkers(settings, source: source)
        state.withLock { $0.devices = devices }
        return devices.waitUntilOpen(within: timeout)
    }

    /// Makes every device safe and releases it.
    /// - Parameter timeout: seconds to wait; a slower device is left to its thread.
    package func close(within timeout: Double = 1) {
        let previous = state.withLock { state in
            defer { state.devices = nil }
            return state.devices
        }
        previous?.close(within: timeout)
    }

    private var devices: DeviceWorkers? { state.withLock(\.devices) }

    /// Whether the device of an output or axis does not work.
    package var hasFault: Bool { devices?.hasFault ?? false }

    /// Whether the device of this output does not work.
    package func hasFault(_ output: String) -> Bool { devices?.hasFault(output) ?? false }

    /// The devices' faults since the last call.
    package func takeFaults() -> [OutputError] { devices?.takeFaults() ?? [] }

    /// Waits briefly until a change is executed; see ``DeviceWorkers/confirm(_:)``.
    package func confirm(_ change: OutputChange) -> [OutputError] { devices?.confirm(change) ?? [] }

    /// Waits until devices have done what they were told; see ``DeviceWorkers/settle(_:within:)``. For who has a clock of his own, on which
    /// a device takes no time.
    package func settle(_ names: Set<String>, within timeout: Double) { devices?.settle(names, within: timeout) }

    // MARK: - The loop's changes

    /// Hands over the changes since the last call, in order. The lock is not held during the calls of `body`.
    package func takeChanges(_ body: (OutputChange) -> Void) {
        while let change = state.withLock({ $0.changes.isEmpty ? nil : $0.changes.removeFirst() }) { body(change) }
    }

    /// Makes every change that is due; see ``OutputBank/advance(to:_:)``.
    package func advance(to time: Double) { change { $0.change { $0.advance(to: time, $1) } } }

    /// Applies an event to the outputs and axes that are bound to it.
    package func apply(_ event: GestureEvent, at time: Double) {
        change { state in
            state.change { $0.apply(event, at: time, $1) }
            state.move { $0.apply(event, at: time, $1) }
        }
    }

    /// Switches the outputs of this cue on for a pulse.
    package func apply(_ cue: Cue, at time: Double) { change { $0.change { $0.apply(cue, at: time, $1) } } }

    /// Switches an output on for a test; see ``OutputBank/test(_:for:at:_:)``.
    package func test(_ name: String, for seconds: Double, at time: Double) -> String? {
        var refusal: String?
        change { state in state.change { refusal = $0.test(name, for: seconds, at: time, $1) } }
        return refusal
    }

    /// Ends an output's test; see ``OutputBank/endTest(_:at:_:)``.
    package func endTest(_ name: String, at time: Double) { change { $0.change { $0.endTest(name, at: time, $1) } } }

    /// Switches the outputs of Call on for a pulse; see ``OutputBank/call(at:_:)``.
    package func call(at time: Double) -> OutputBank.Called {
        var called = OutputBank.Called()
        change { state in state.change { called = $0.call(at: time, $1) } }
        return called
    }

    /// Sets a state, for the outputs that follow it.
    package func set(_ condition: OutputConfiguration.State, _ value: Bool, at time: Double) {
        change { $0.change { $0.set(condition, value, at: time, $1) } }
    }

    /// Continues heartbeats after a frame was processed without a fault.
    package func beat(at time: Double) { change { $0.change { $0.beat(at: time, $1) } } }

    /// Stops heartbeats in their safe state.
    package func stopBeating(at time: Double) { change { $0.change { $0.stopBeating(at: time, $1) } } }

    /// Moves the axes; see ``AxisBank/move(_:gaze:tilt:wayBack:held:ways:at:now:_:)``.
    package func move(_ head: HeadOffset, gaze: HeadOffset? = nil, tilt: HeadOffset? = nil, wayBack: WayBack? = nil, held: HeadDirection?,
                      at time: Double, now: Double) {
        change { state in
            let allowed = state.outputs.gate.isOpen ? head : nil, ways = state.ways
            state.drive(at: now) { $0.move(allowed, gaze: gaze, tilt: tilt, wayBack: wayBack, held: held, ways: ways, at: time, now: now, $1) }
        }
    }

    /// Lets ramps go on between samples; see ``AxisBank/proceed(held:ways:to:_:)``.
    package func proceed(held: HeadDirection?, to now: Double) {
        change { state in
            guard state.axes.isMoving else { return }
            let isOpen = state.outputs.gate.isOpen, ways = state.ways
            state.drive(at: now) { if isOpen { $0.proceed(held: held, ways: ways, to: now, $1) } else { $0.rest(at: now, $1) } }
        }
    }

    /// Puts all axes to rest.
    package func rest(at time: Double) {
        change { $0.drive(at: time) { $0.rest(at: time, $1) } }
    }

    /// Makes outputs that need frames safe at once, because no frames come.
    package func goStale(at time: Double) { change { $0.change { $0.goStale(at: time, $1) } } }

    /// Drops delayed requests; see ``OutputBank/forgetWaiting()``.
    package func forgetWaiting() { change { $0.outputs.forgetWaiting() } }

    /// Makes everything safe, until ``allow()``; see ``OutputBank/release(at:sparing:_:)``.
    package func release(at time: Double, sparing spared: OutputGate.Spared = .nothing) {
        change { state in
            state.move { $0.rest(at: time, $1) }
            state.change { $0.release(at: time, sparing: spared, $1) }
        }
    }

    /// See ``OutputBank/begin(at:)``.
    package func begin(at time: Double) { state.withLock { $0.outputs.begin(at: time) } }

    /// Lets outputs go on again after ``release(at:sparing:)``.
    package func allow() { state.withLock { $0.outputs.open() } }

    // MARK: - The dead-man timer's changes

    /// Makes outputs that need frames safe, and bars them. Does not block.
    package func makeSafe(at time: Double) { bar(.needingFrames, at: time) }

    /// Makes all outputs safe, and bars them. Does not block.
    package func makeAllSafe(at time: Double) { bar(.all, at: time) }

    private func bar(_ bar: OutputGate.Bar, at time: Double) {
        change(isUrgent: true) { state in
            state.move { $0.rest(at: time, $1) }
            state.change { $0.bar(bar, at: time, $1) }
        }
    }

    /// Lets outputs go on again, because the loop has noticed the timer's action.
    package func unbar() { state.withLock { $0.outputs.unbar() } }

    // MARK: - What is on

    package var stake: Stake { state.withLock(\.stake) }

    /// Whether any axis moves.
    package var isMoving: Bool { state.withLock(\.axes.isMoving) }

    /// Whether an output is on that is held by a gesture, or an axis moves.
    package var isHeld: Bool { state.withLock { $0.outputs.isHeld || $0.axes.isMoving } }

    /// See ``OutputBank/nextChange``.
    package var nextChange: Double? { state.withLock(\.outputs.nextChange) }

    /// See ``OutputBank/nextEnd``.
    package var nextEnd: Double? { state.withLock(\.outputs.nextEnd) }

    /// Whether any output follows this state.
    package func follows(_ condition: OutputConfiguration.State) -> Bool { state.withLock { $0.outputs.follows(condition) } }

    /// Which outputs are on, whether or not their devices work.
    package var outputValues: [(name: String, isOn: Bool, isHeld: Bool)] { state.withLock(\.outputs.values) }

    /// The value of each axis, -1 to 1.
    package var axisValues: [(name: String, value: Double)] { state.withLock(\.axes.values) }
}
