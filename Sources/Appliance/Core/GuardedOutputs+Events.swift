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
}
