/// What keeps everything off, and the one place that lets outputs go on.
extension HeadSwitch {
    /// Everything goes off and stays off until ``release(by:at:_:)``.
    /// - Parameter who: in words, "the button red".
    package mutating func stop(by who: String, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard halt.stop == nil else { return }
        impose(at: time, emit) { $0.stop = Halt.Stop(by: who, at: time) }
        emit(.stop(time: time, by: who, isOver: false))
    }

    /// Ends a stop. Gestures count again after the middle, unless it is paused or an enable button is not held.
    package mutating func release(by who: String, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard halt.stop != nil else { return }
        emit(.stop(time: time, by: who, isOver: true))  // before anything goes on
        impose(at: time, emit) { $0.stop = nil }
    }

    /// Every enable button is held, or one is not.
    package mutating func enable(_ isHeld: Bool, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard halt.lacksEnable == isHeld else { return }
        if isHeld { emit(.enable(time: time, isHeld: true)) }
        impose(at: time, emit) { $0.lacksEnable = !isHeld }
        if !isHeld { emit(.enable(time: time, isHeld: false)) }
    }

    /// Takes everything off, or lets it go on: all outputs at once, whatever holds them, and gestures as in a pause that nothing else ends.
    private mutating func impose(at time: Double, _ emit: (ApplianceEvent) -> Void, _ change: (inout Halt) -> Void) {
        change(&halt)
        allowOutputs(at: time)  // first: no gesture's end is worth a moment
        outputs.report(emit)
        step(.bar(halt.isOn), at: time, emit)
    }

    /// Another configuration with other enable buttons is not enabled until they are held.
    mutating func awaitEnable(_ new: Configuration, insteadOf old: Configuration, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        if new.inputs != old.inputs, new.needsEnable { enable(false, at: time, emit) }
    }

    /// Lets outputs go on again, as far as the battery and a halt allow. Nothing else lets them.
    func allowOutputs(at time: Double) {
        guard health.isBatteryCritical || halt.isOn else { return outputs.allow() }
        outputs.release(at: clock?() ?? time, sparing: health.isBatteryCritical ? .warnings : .signs)
    }

    /// Releases everything, as the dead-man timer has done. Outputs still follow states: an alarm does not wait for frames.
    package mutating func letGo(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        finish(at: time, emit)
        allowOutputs(at: time)
    }
}
