import Gestures
import Glibc
import Traces

/// A person who is taught: rests, and moves after each cue.
package struct TeachingSession: Sendable {
    private var simulation: TraceSimulation
    private let own: TraceSimulation.OwnMovement
    private var face: SimulatedFace
    private var unrest: SimulatedUnrest?
    private var plan = TraceSimulation.Plan(rest: 0)
    private var frame = 0
    private var time: Double { Double(frame) / own.person.rate }
    /// What the person does at the next cue; the usual movement if it is `nil`.
    package var strength: Double? = 1
    /// Whether the face is hidden.
    package var isHidden = false

    fileprivate init(_ simulation: TraceSimulation, _ own: TraceSimulation.OwnMovement) {
        var simulation = simulation
        self.own = own
        face = SimulatedFace(own.person, seed: simulation.random.next())
        unrest = own.person.unrest.map { SimulatedUnrest($0, seed: simulation.random.next()) }
        self.simulation = simulation
    }

    /// A sound or a light: the person moves after a moment.
    package mutating func cue() {
        guard let strength else { return }
        plan.end = time + simulation.any(0.4, 1.2)
        simulation.act(own, strength, &plan)
    }

    /// The next sample.
    package mutating func next() -> HeadSample {
        var state = HeadState()
        for move in plan.moves where move.start <= time { move.add(min(1, (time - move.start) / move.length), &state) }
        state.left += own.person.sway * sin(2 * .pi * 0.23 * time)
        state.up += own.person.sway * sin(2 * .pi * 0.31 * time)
        let now = time
        unrest?.move(&state, at: now)
        let mark = isHidden ? HeadMark(time: time, face: nil) : face.mark(of: state, at: time)
        frame += 1
        return mark.sample
    }
}

extension TraceSimulation {
    /// A person with a movement who is ready to be taught.
    package mutating func session(of own: OwnMovement) -> TeachingSession {
        _ = random.next()
        return TeachingSession(self, own)
    }
}
