import Gestures
import Outputs

extension GuardedOutputs {
    /// Emits what has changed since the last call, including what the dead-man timer has released.
    func report(_ emit: (ApplianceEvent) -> Void) { takeChanges { emit(ApplianceEvent($0)) } }

    /// Gives the person feedback.
    /// - Parameter now: when its outputs go on.
    func give(_ cue: Cue, at time: Double, now: Double, _ emit: (ApplianceEvent) -> Void) {
        emit(.feedback(time: time, cue))
        apply(cue, at: now)
        report(emit)
    }

    /// Moves the axes by where head and gaze are, and between samples lets their ramps go on. They are put to rest while there is no offset or a question is open.
    /// - Parameter hasMoved: the recogniser has got a sample.
    func steer(by recognizer: GestureRecognizer, hasMoved: Bool, at time: Double, now: Double) {
        guard let offset = recognizer.offset, recognizer.armedUntil == nil else { return rest(at: now) }
        guard hasMoved else { return proceed(held: recognizer.heldDirection, to: now) }
        move(offset, gaze: recognizer.gazeOffset, tilt: recognizer.tiltOffset, wayBack: recognizer.wayBack, held: recognizer.heldDirection,
             at: time, now: now)
    }

    /// Lets outputs follow whose face is seen.
    func follow(_ knowledge: PersonGate.Knowledge?, at now: Double) {
        set(.recognising, knowledge == .recognising, at: now)
        if case .recognised = knowledge { set(.recognised, true, at: now) } else { set(.recognised, false, at: now) }
        set(.stranger, knowledge == .stranger, at: now)
        set(.recognitionUnavailable, knowledge == .unavailable, at: now)
    }

    /// Lets outputs follow the present state.
    func follow(_ standing: Standing, _ knowledge: PersonGate.Knowledge?, at now: Double) {
        if !standing.isTracking || standing.isPaused { forgetWaiting() }
        set(.tracking, standing.isTracking, at: now)
        set(.ready, standing.isReady, at: now)
        if !standing.isWorking { stopBeating(at: now) }
        follow(knowledge, at: now)
        set(.paused, standing.isPaused, at: now)
        set(.armed, standing.isArmed, at: now)
        set(.lowBattery, standing.health.isBatteryLow || standing.health.isBatteryCritical, at: now)
    }
}
