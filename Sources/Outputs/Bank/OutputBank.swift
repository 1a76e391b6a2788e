import Gestures

/// Computes the line changes of all outputs from gestures, states and time.
///
/// Events set which ``Output``s are wanted. ``advance(to:_:)`` makes the resulting changes in order of time. Making an output safe bypasses
/// that order and is immediate.
package struct OutputBank: Sendable {
    /// What a call has switched: the outputs that are on for it, and why others are not, by name.
    package struct Called: Sendable {
        package var on: [String] = []
        package var refused: [(name: String, reason: String)] = []
    }

    private var outputs: [Output]
    private let wheels: WheelLines
    private(set) var gate: OutputGate
    /// Of this configuration's wires and of those before.
    private var wires: WireMemory

    /// - Parameters:
    ///   - maxHold: seconds after which the recogniser ends every hold. A held output ends a little later even if it does not hear of that.
    ///   - previous: the bank that this one replaces; its bar and the times of its wires hold on.
    package init(_ configurations: [OutputConfiguration], maxHold: Double = .infinity, insteadOf previous: OutputBank? = nil) {
        outputs = configurations.map { Output($0, maxHold: maxHold) }
        wheels = WheelLines(configurations)
        gate = OutputGate(previous?.gate.bar ?? .none)
        wires = previous?.wires ?? WireMemory()
        wires.remember(previous?.outputs ?? [])
        for i in outputs.indices { outputs[i].respect(wires) }
    }

    /// Interlocked outputs wait for their dead time, because a program before this one may have had any of them on.
    package mutating func begin(at time: Double) { for i in outputs.indices { outputs[i].wait(from: time) } }

    // MARK: - Events and states

    /// Applies an event to the outputs that are bound to it.
    /// - Parameter time: when the lines are switched. In a running appliance this is later than the event by the frame's processing time; a
    ///   pulse begins here.
    package mutating func apply(_ event: GestureEvent, at time: Double, _ emit: (LineChange) -> Void) {
        if let gesture = event.kind.gesture {
            advance(to: time, emit)
            fire(gesture, at: time)
        }
        switch event.kind {
        case .ended(let gesture, _, let reason): stop(gesture, falls: reason != .returned && reason != .lookedAway, at: time, emit)
        case .faceLost: lose(\.onLoss, at: time, emit)
        case .paused:
            lose(\.onPause, at: time, emit)
            for i in outputs.indices where outputs[i].isTested { fall(i, at: time, emit) }
        default: break
        }
        advance(to: time, emit)
    }

    /// Switches the outputs of this cue on for a pulse.
    package mutating func apply(_ cue: Cue, at time: Double, _ emit: (LineChange) -> Void) {
        guard !gate.isShut else { return }
        advance(to: time, emit)
        for i in outputs.indices where outputs[i].configuration.feedback.contains(cue) { outputs[i].want(true, at: time) }
        advance(to: time, emit)
    }

    /// Switches the outputs of Call on for a pulse, at once or not at all: nobody would connect a later one with the call. One that is on stays
    /// as it is, so that repeated calls hold nothing.
    package mutating func call(at time: Double, _ emit: (LineChange) -> Void) -> Called {
        advance(to: time, emit)
        var called = Called()
        for i in outputs.indices where outputs[i].configuration.call {
            let name = outputs[i].configuration.name
            if let reason = beginCall(i, at: time) { called.refused.append((name, reason)) } else { called.on.append(name) }
        }
        advance(to: time, emit)
        return called
    }

    /// - Returns: why not.
    private mutating func beginCall(_ i: Int, at time: Double) -> String? {
        if !gate.admits(outputs[i].configuration) { return "outputs are kept safe at the moment" }
        if outputs[i].isActive, !outputs[i].isTested { return nil }
        let waits = "its shortest time off (min_off) is not over"
        if outputs[i].isWanted, !outputs[i].isActive { return waits }
        outputs[i].want(true, at: time)
        return outputs[i].isActive || begins(i, at: time) ? nil : waits
    }

    /// Whether an output that is wanted goes on at once; otherwise it is wanted no longer.
    private mutating func begins(_ i: Int, at time: Double) -> Bool {
        if let (step, moment) = outputs[i].next(freeAt: freeAt(i)), case .begin = step, moment <= time { return true }
        outputs[i].forget()
        return false
    }

    /// Seconds of a test.
    package static let testTimes = 0.1...2.0

    /// From the beginning of a test to that of the next one, in lengths of the first: repeated tests do not hold an output.
    private static let testRest = 3.0

    /// Switches an output on for some seconds, within its own times and interlock. A gesture or a state goes before the test, and
    /// whatever makes outputs safe ends it.
    /// - Returns: why not.
    package mutating func test(_ name: String, for seconds: Double, at time: Double, _ emit: (LineChange) -> Void) -> String? {
        advance(to: time, emit)  // what is due goes first, or it would overtake an accepted test, which would then begin whenever that ends
        guard let i = outputs.firstIndex(where: { $0.configuration.name == name }) else { return "there is no such output" }
        if let reason = outputs[i].refusesTest(gate, at: time) { return reason }
        if max(freeAt(i), outputs[i].notBefore) > time { return "another output of its interlock is on, or was a moment ago" }
        if outputs.indices.contains(where: { isRival($0, of: i) && outputs[$0].isWanted }) { return "another output of its interlock is about to go on" }
        outputs[i].test(for: seconds, at: time)
        guard begins(i, at: time) else { return "its shortest time off (min_off) is not over" }
        outputs[i].restsUntil = time + Self.testRest * seconds
        advance(to: time, emit)
        return nil
    }

    /// Ends an output's test. Whatever else holds the output goes on.
    package mutating func endTest(_ name: String, at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.name == name { outputs[i].endTest(at: time) }
        advance(to: time, emit)
    }

    /// Makes outputs that need frames safe at once, because no frames come.
    package mutating func goStale(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.needsFrames {
            fall(i, at: time, emit)
            outputs[i].stateValue = nil
        }
        forgetWaiting()
    }

    /// Continues heartbeats after a frame was processed without a fault. Nothing else may call this, in particular no clock.
    package mutating func beat(at time: Double, _ emit: (LineChange) -> Void) {
        guard gate.isOpen else { return }
        for i in outputs.indices where outputs[i].configuration.state == .heartbeat {
            if let change = outputs[i].beat(at: time) { emit(change) }
        }
    }

    /// Stops heartbeats in their safe state.
    package mutating func stopBeating(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.state == .heartbeat { fall(i, at: time, emit) }
    }

    /// Sets a state, for the outputs that follow it.
    package mutating func set(_ state: OutputConfiguration.State, _ value: Bool, at time: Double, _ emit: (LineChange) -> Void) {
        var isChanged = false
        for i in outputs.indices where outputs[i].configuration.state == state && outputs[i].stateValue != value && gate.admits(outputs[i].configuration) {
            if !isChanged { advance(to: time, emit) }
            outputs[i].stateValue = value
            outputs[i].want(value, at: time)
            isChanged = true
        }
        if isChanged { advance(to: time, emit) }
    }

    /// Makes everything safe, until ``open()``.
    package mutating func release(at time: Double, sparing spared: OutputGate.Spared = .nothing, _ emit: (LineChange) -> Void) {
        gate.spared = spared
        fallAll(at: time, emit)
    }

    /// Lets outputs go on again after ``release(at:sparing:_:)``.
    package mutating func open() { gate.spared = nil }

    /// Makes barred outputs safe at once. They stay so until ``unbar()``; a lesser bar does not replace a greater one.
    package mutating func bar(_ new: OutputGate.Bar, at time: Double, _ emit: (LineChange) -> Void) {
        gate.bar(new)
        switch gate.bar {
        case .none: break
        case .needingFrames: goStale(at: time, emit)
        case .all: fallAll(at: time, emit)
        }
    }

    /// Lets outputs go on again after ``bar(_:at:_:)``.
    package mutating func unbar() { gate.unbar() }

    /// The outputs that the gate is shut to, and was not before.
    func shut(since before: OutputGate) -> [String] {
        gate == before ? [] : outputs.map(\.configuration).filter { gate.isShut(to: $0) && !before.isShut(to: $0) }.map(\.name)
    }

    private mutating func fallAll(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where gate.isShut(to: outputs[i].configuration) {
            fall(i, at: time, emit)
            outputs[i].stateValue = nil
        }
    }

    private mutating func fire(_ gesture: HeadGesture, at time: Double) {
        guard !gate.isShut else { return }
        for i in outputs.indices where outputs[i].configuration.gestures.contains(gesture) && gate.admits(outputs[i].configuration) {
            let isOn = !outputs[i].configuration.action.isLatched || !outputs[i].isWanted
            outputs[i].want(isOn, at: time)
            // The newest output of an interlock takes over.
            for other in outputs.indices where isOn && isRival(other, of: i) { outputs[other].want(false, at: time) }
        }
    }

    /// Ends the outputs that are on while a gesture lasts.
    /// - Parameter falls: at once, regardless of their times.
    private mutating func stop(_ gesture: HeadGesture, falls: Bool, at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.follows(gesture) {
            if falls { fall(i, at: time, emit) } else { outputs[i].want(false, at: time) }
        }
    }

    /// Held outputs fall at once, regardless of their times; latched ones stay or fall, as configured.
    private mutating func lose(_ fallback: KeyPath<OutputConfiguration, OutputConfiguration.Fallback>, at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices {
            let output = outputs[i].configuration
            guard output.isDriven else { continue }
            if output.action == .level || output.action.isLatched && output[keyPath: fallback] == .safe { fall(i, at: time, emit) }
        }
        forgetWaiting()
    }

    /// Drops requests of gestures that are still delayed by times (`dead_time`, `min_off`, `min_on` of another output): nothing may go on
    /// in a pause, while calibrating or without a face.
    package mutating func forgetWaiting() {
        wheels.forgetWaiting(in: &outputs)
        for i in outputs.indices where outputs[i].configuration.isDriven { outputs[i].forget() }
    }

    private mutating func fall(_ i: Int, at time: Double, _ emit: (LineChange) -> Void) {
        if let change = outputs[i].fall(at: time) { emit(change) }
    }

    /// Lets the lines that say which way wheels turn follow them; see ``WheelLines``.
    mutating func follow(_ ways: [(axis: String, way: Int)], at time: Double, mayBegin: (String) -> Bool = { _ in true },
                         _ emit: (LineChange) -> Void) {
        wheels.follow(ways, in: &outputs, gate, at: time, mayBegin: mayBegin, emit)
        advance(to: time, emit)
    }

    // MARK: - What is on

    /// Which outputs are on, according to gestures and states, and which a gesture holds, whether or not their devices work.
    package var values: [(name: String, isOn: Bool, isHeld: Bool)] { outputs.map { ($0.configuration.name, $0.isOn, $0.isHeld) } }

    /// Whether any output follows this state.
    package func follows(_ state: OutputConfiguration.State) -> Bool { outputs.contains { $0.configuration.state == state } }

    /// Whether an output is on that is held by a gesture or still kept on by its times.
    package var isHeld: Bool { outputs.contains { $0.isOn && $0.configuration.isLevelOfGesture } }

    /// Whether an output is not in its safe state.
    package var isActive: Bool { outputs.contains { $0.isOn != $0.configuration.safe } }

    /// Whether an output that needs frames is not in its safe state.
    package var isAtStake: Bool { outputs.contains { $0.isOn != $0.configuration.safe && $0.configuration.needsFrames } }

    /// Which way each wheel's lines say.
    var ways: [String: Int] { wheels.ways(of: outputs) }

    /// Whether this is true of an output of `[drive]`.
    func drivePart(_ isTrue: (String) -> Bool) -> Bool { outputs.contains { $0.configuration.driveKey != nil && isTrue($0.configuration.name) } }

    // MARK: - Time

    /// Makes every change that is due, in order of time.
    package mutating func advance(to time: Double, _ emit: (LineChange) -> Void) {
        while let (i, step, moment) = next, moment <= time {
            if let change = outputs[i].take(step, at: moment) { emit(change) }
        }
    }

    /// The time of the next change that needs no event.
    package var nextChange: Double? { next?.moment }

    /// The earliest time at which an output that is on must go off. Flashes do not count: a late one does no harm.
    package var nextEnd: Double? { outputs.indices.lazy.filter { !gate.isShut(to: outputs[$0].configuration) }.compactMap { outputs[$0].deadline }.min() }

    private var next: (index: Int, step: Output.Step, moment: Double)? {
        var first: (index: Int, step: Output.Step, moment: Double)?
        for i in outputs.indices where !gate.isShut(to: outputs[i].configuration) {
            guard let (step, moment) = outputs[i].next(freeAt: freeAt(i)), moment < first?.moment ?? .infinity else { continue }
            first = (i, step, moment)
        }
        return first
    }

    /// The earliest time at which the others of its interlock allow an output to be on.
    private func freeAt(_ i: Int) -> Double {
        var free = -Double.infinity
        for other in outputs.indices where isRival(other, of: i) {
            free = max(free, outputs[other].isActive ? .infinity : outputs[other].endedAt + outputs[i].configuration.deadTime)
        }
        return free
    }

    private func isRival(_ other: Int, of i: Int) -> Bool {
        let group = outputs[i].configuration.interlock
        return !group.isEmpty && other != i && outputs[other].configuration.interlock == group
    }
}
