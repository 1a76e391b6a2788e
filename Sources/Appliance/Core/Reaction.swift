import Gestures
import Outputs

/// What follows from an event of the recogniser: it is reported, drives outputs, and the person gets feedback.
struct Reaction {
    /// The movements of the last minutes that were not recognised, and why.
    private(set) var refusals = RefusalLog()
    /// Whether those are reported.
    var explains: Bool
    private var cues: CueFinder

    init(_ configuration: Configuration) {
        explains = configuration.gestures.explains
        cues = CueFinder(configuration)
    }

    mutating func adopt(_ new: Configuration) { cues = CueFinder(new) }

    /// - Parameter clock: see ``HeadSwitch/clock``.
    mutating func follow(_ event: GestureEvent, by outputs: GuardedOutputs, _ clock: (() -> Double)?, _ emit: (ApplianceEvent) -> Void) {
        outputs.advance(to: event.time)  // changes that were due before the event come first
        outputs.report(emit)
        let now = clock?() ?? event.time
        if case .rejected = event.kind {
            refusals.add(event)
            if explains { emit(.gesture(event)) }
        } else {
            emit(.gesture(event))
            outputs.apply(event, at: now)
            outputs.report(emit)
        }
        // After everything that the movement switches.
        if let cue = cues.cue(for: event) { outputs.give(cue, at: event.time, now: now, emit) }
    }

    /// Gives the person feedback on a step of a measurement.
    func follow(_ event: ApplianceEvent, by outputs: GuardedOutputs, _ clock: (() -> Double)?, _ emit: (ApplianceEvent) -> Void) {
        if let cue = cues.cue(for: event) { outputs.give(cue, at: event.time, now: clock?() ?? event.time, emit) }
    }
}
