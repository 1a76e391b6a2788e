// All outputs and what drives them: gestures in, line changes out.
import Gestures

/// A line that changed.
package struct LineChange: Equatable, Sendable {
    /// Seconds on the frames' clock.
    package let time: Double
    package let name: String
    package let value: Bool

    package init(time: Double, name: String, value: Bool) {
        self.time = time
        self.name = name
        self.value = value
    }
}

/// The outputs' states. Held levels follow their hold, pulses end by the clock, toggles stay.
package struct OutputBank: Sendable {
    private struct Output: Sendable {
        let configuration: OutputConfiguration
        var isOn: Bool
        /// When a pulse ends.
        var until: Double?
    }

    private var outputs: [Output]

    package init(_ configurations: [OutputConfiguration]) {
        outputs = configurations.map { Output(configuration: $0, isOn: $0.safe) }
    }

    /// Lets an event drive the outputs that are bound to it.
    /// - Parameter time: when the lines are switched, which in a running appliance is later than the event: a pulse lasts
    ///   from here, however long the frame was worked on.
    package mutating func apply(_ event: GestureEvent, at time: Double, _ emit: (LineChange) -> Void) {
        if let gesture = event.kind.gesture { fire(gesture, at: time, emit) }
        if case .lookStopped(let direction, _, _) = event.kind {
            for i in outputs.indices where outputs[i].configuration.action == .level {
                if outputs[i].configuration.gestures.contains(.hold(direction)) { set(i, false, at: time, emit) }
            }
        }
    }

    /// Ends the pulses that are over.
    package mutating func advance(to time: Double, _ emit: (LineChange) -> Void) {
        func isOver(_ i: Int) -> Bool { outputs[i].until.map { time >= $0 } ?? false }
        func end(_ i: Int) -> Double { outputs[i].until ?? .infinity }
        while let next = outputs.indices.filter(isOver).min(by: { end($0) < end($1) }) {
            let until = end(next)
            outputs[next].until = nil
            set(next, false, at: until, emit)
        }
    }

    /// When the first of the pulses under way ends.
    package var nextEnd: Double? { outputs.lazy.compactMap(\.until).min() }

    /// Whether an output follows this state.
    package func follows(_ state: OutputConfiguration.State) -> Bool {
        outputs.contains { $0.configuration.state == state }
    }

    /// Lets the outputs of a state follow it.
    package mutating func set(_ state: OutputConfiguration.State, _ value: Bool, at time: Double,
                              _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.state == state { set(i, value, at: time, emit) }
    }

    /// Makes everything safe: the end of a run.
    package mutating func release(at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices {
            outputs[i].until = nil
            set(i, outputs[i].configuration.safe, at: time, emit)
        }
    }

    private mutating func fire(_ gesture: GestureName, at time: Double, _ emit: (LineChange) -> Void) {
        for i in outputs.indices where outputs[i].configuration.gestures.contains(gesture) {
            switch outputs[i].configuration.action {
            case .level: set(i, true, at: time, emit)
            case .pulse:
                outputs[i].until = time + outputs[i].configuration.pulse
                set(i, true, at: time, emit)
            case .toggle: set(i, !outputs[i].isOn, at: time, emit)
            }
        }
    }

    private mutating func set(_ i: Int, _ value: Bool, at time: Double, _ emit: (LineChange) -> Void) {
        guard outputs[i].isOn != value else { return }
        outputs[i].isOn = value
        emit(LineChange(time: time, name: outputs[i].configuration.name, value: value))
    }
}
