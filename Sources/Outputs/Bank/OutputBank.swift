// All outputs and what drives them: gestures and states in, line changes out.
import Gestures

/// The outputs' states, and everything about them that time decides.
///
/// Events say what is wanted of an ``Output``; what becomes of that, and when, is one list of moments that ``advance(to:_:)``
/// works off in the order of time. Whatever must be safe goes past that list, at once.
package struct OutputBank: Sendable {
    private var outputs: [Output]
    /// Everything has been made safe; nothing goes on before it is opened again.
    private var isShut = false

    package init(_ configurations: [OutputConfiguration]) {
        outputs = configurations.map(Output.init)
    }

    // MARK: - What drives them

    /// Lets an event drive the outputs that are bound to it.
    /// - Parameter time: when the lines are switched, which in a running appliance is later than the event: a pulse lasts
    ///   from here, however long the frame was worked on.
    package mutating func apply(_ event: GestureEvent, at time: Double, _ emit: (LineChange) -> Void) {
        if let gesture = event.kind.gesture { fire(gesture, at: time) }
        switch event.kind {
        case .lookStopped(let direction, _, let reason):
            for i in outputs.indices where outputs[i].configuration.follows(.hold(direction)) {
                if reason == .returned { outputs[i].want(false, at: time) } else { fall(i, at: time, emit) }
            }
        case .faceLost: lose(\.onLoss, at: time, emit)
        case .paused: lose(\.onPause, at: time, emit)
        default: break
        }
        advance(to: time, emit)
    }

    /// Lets the outputs that tell the person a cue go on for a pulse.
    package mutating func apply(_ cue: Cue, at time: Double, _ emit: (LineChange) -> Void) {
        guard !isShut else { return }
        for i in outputs.indices where outputs[i].configuration.feedback.contains(cue) { outputs[i].want(true, at: time) }
        advance(to: time, emit)
    }

    /// No pictures come.
    package mutating func goStale(at time: Double, _ emit: (LineChange) -> Void) {
        lose(\.onStale, at: time, emit)
        stopBeating(at: time, emit)
    }

    /// A frame was worked on, and all works: heartbeats go on. Nothing else lets them, least of all a clock.
    package mutating func beat(at time: Double, _ emit: (LineChange) -> Void) {
        guard !isShut else { return }
        for i in outputs.indices where outputs[i].configuration.state == .heartbeat {
            if let change = outputs[i].beat(at: time) { emit(change) }
        }
    }

    /// Heartbeats stop, in their safe state.
    package mutating func stopBeating(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.state == .heartbeat { fall(i, at: time, emit) }
    }

    /// Which outputs are on, as gestures and states say, whether or not a device follows.
    package var values: [(name: String, isOn: Bool)] { outputs.map { ($0.configuration.name, $0.isOn) } }

    /// Whether an output follows this state.
    package func follows(_ state: OutputConfiguration.State) -> Bool {
        outputs.contains { $0.configuration.state == state }
    }

    /// Lets the outputs of a state follow it.
    package mutating func set(_ state: OutputConfiguration.State, _ value: Bool, at time: Double,
                              _ emit: (LineChange) -> Void) {
        guard !isShut else { return }
        var isChanged = false
        for i in outputs.indices where outputs[i].configuration.state == state && outputs[i].stateValue != value {
            outputs[i].stateValue = value
            outputs[i].want(value, at: time)
            isChanged = true
        }
        if isChanged { advance(to: time, emit) }
    }

    /// Makes everything safe, until ``open()``.
    package mutating func release(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices { fall(i, at: time, emit) }
        for i in outputs.indices { outputs[i].stateValue = nil }
        isShut = true
    }

    /// Lets outputs go on again.
    package mutating func open() { isShut = false }

    private mutating func fire(_ gesture: Gesture, at time: Double) {
        guard !isShut else { return }
        for i in outputs.indices where outputs[i].configuration.gestures.contains(gesture) {
            let isOn = !outputs[i].configuration.action.isLatched || !outputs[i].isWanted
            outputs[i].want(isOn, at: time)
            // The new one takes over.
            for other in outputs.indices where isOn && isRival(other, of: i) { outputs[other].want(false, at: time) }
        }
    }

    /// What is held falls at once, whatever its times; what is latched stays or falls, as it was told.
    private mutating func lose(_ fallback: KeyPath<OutputConfiguration, OutputConfiguration.Fallback>, at time: Double,
                               _ emit: (LineChange) -> Void) {
        for i in outputs.indices {
            let output = outputs[i].configuration
            guard !output.gestures.isEmpty else { continue }
            if output.action == .level || output.action.isLatched && output[keyPath: fallback] == .safe { fall(i, at: time, emit) }
        }
        forgetWaiting()
    }

    /// What gestures have asked for and times still keep back (`dead_time`, `min_off`, another one's `min_on`) does not come any more:
    /// in a pause, while calibrating or with nobody there nothing goes on.
    package mutating func forgetWaiting() {
        for i in outputs.indices where !outputs[i].configuration.gestures.isEmpty { outputs[i].forget() }
    }

    private mutating func fall(_ i: Int, at time: Double, _ emit: (LineChange) -> Void) {
        if let change = outputs[i].fall(at: time) { emit(change) }
    }

    // MARK: - What time decides

    /// Does everything whose moment has come, in the order of time.
    package mutating func advance(to time: Double, _ emit: (LineChange) -> Void) {
        guard !isShut else { return }
        while let (i, step, moment) = next, moment <= time {
            if let change = outputs[i].take(step, at: moment) { emit(change) }
        }
    }

    /// The next moment at which something changes by itself.
    package var nextChange: Double? { isShut ? nil : next?.moment }

    /// When the first of the outputs that are on must go off by the clock. A flash that comes late harms nobody.
    package var nextEnd: Double? { isShut ? nil : outputs.lazy.compactMap(\.deadline).min() }

    /// Whether something is on that a gesture holds, or that its times keep on after one.
    package var isHeld: Bool {
        outputs.contains { $0.isOn && $0.configuration.action == .level && !$0.configuration.gestures.isEmpty }
    }

    /// Whether something is on that only frames may keep on.
    package var isAtStake: Bool { outputs.contains { $0.isOn != $0.configuration.safe && $0.configuration.needsFrames } }

    private var next: (index: Int, step: Output.Step, moment: Double)? {
        var first: (index: Int, step: Output.Step, moment: Double)?
        for i in outputs.indices {
            guard let (step, moment) = outputs[i].next(freeAt: freeAt(i)), moment < first?.moment ?? .infinity else { continue }
            first = (i, step, moment)
        }
        return first
    }

    /// From when on the others of its group let an output be on.
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
