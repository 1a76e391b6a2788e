import Gestures
import Outputs

/// What switches the outputs of a ``HeadSwitch``, and when: gestures, the present state, what keeps everything off, and frames that do not come.
struct Switchboard {
    let outputs: GuardedOutputs
    /// The time at which lines are switched, in a running appliance; a replay uses the event's own time.
    var clock: (() -> Double)?
    var condition: Condition
    var times = InputTimes()
    private var reaction: Reaction

    init(_ configuration: Configuration, _ outputs: GuardedOutputs) {
        self.outputs = outputs
        condition = Condition(configuration)
        reaction = Reaction(configuration)
        load(configuration)
    }

    mutating func adopt(_ new: Configuration, at time: Double) {
        reaction.adopt(new)
        load(new)
        condition.adopt(new)
        allow(at: time)
    }

    private func load(_ configuration: Configuration) { outputs.load(configuration.outputSettings, maxHold: configuration.gestures.maxHold) }

    /// When something that is due at `time` is switched, in seconds.
    private func now(_ time: Double) -> Double { clock?() ?? time }

    // MARK: - Gestures

    /// The movements of the last minutes that were not recognised, and why.
    var refusals: RefusalLog { reaction.refusals }

    /// Whether those are reported.
    var explains: Bool {
        get { reaction.explains }
        set { reaction.explains = newValue }
    }

    /// What follows from an event of the recogniser.
    mutating func follow(_ event: GestureEvent, _ emit: (ApplianceEvent) -> Void) { reaction.follow(event, by: outputs, clock, emit) }

    /// Gives the person feedback on a step of a measurement.
    func give(_ event: ApplianceEvent, _ emit: (ApplianceEvent) -> Void) { reaction.follow(event, by: outputs, clock, emit) }

    /// Moves axes by what the recogniser sees.
    /// - Parameter hasMoved: it has got a sample.
    func steer(by recognizer: GestureRecognizer, hasMoved: Bool, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        outputs.steer(by: recognizer, hasMoved: hasMoved, at: time, now: now(time))
        outputs.report(emit)
    }

    // MARK: - The present state

    /// Lets outputs go on again, if nothing keeps them off.
    func allow(at time: Double) { condition.allow(outputs, at: now(time)) }

    /// Lets outputs follow the present state.
    mutating func follow(_ standing: Standing, _ knowledge: PersonGate.Knowledge?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        condition.follow(standing, knowledge, by: outputs, at: time, clock)
        outputs.report(emit)
    }

    // MARK: - Time

    /// Lets time pass: pulses end, and so does whatever depends on frames that have not come for `staleTime` seconds.
    mutating func advance(to time: Double, staleTime: Double, _ emit: (ApplianceEvent) -> Void) {
        if let lastFrame = times.frame, time - lastFrame >= staleTime { goStale(at: lastFrame + staleTime, emit) }
        outputs.advance(to: time)
        outputs.report(emit)
    }

    /// Frames are missing: outputs that are configured to be safe then become safe.
    mutating func goStale(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard times.missFrames() else { return }
        outputs.goStale(at: now(time))
        outputs.report(emit)
    }

    /// A frame was worked on without a fault.
    func beat(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        outputs.beat(at: now(time))
        outputs.report(emit)
    }

    /// Takes note of an input. A running appliance that got none for too long drops what was still to come.
    /// - Returns: whether it did; the recogniser is to drop what it waits for, too.
    mutating func dropsWaiting(at time: Double) -> Bool {
        guard times.hasStoodStill(until: time), clock != nil else { return false }
        outputs.forgetWaiting()
        return true
    }

    /// The next moment at which something changes even without frames.
    /// - Parameter staleTime: seconds after the last frame.
    func nextChange(staleTime: Double) -> Double? {
        var next = outputs.nextChange ?? .infinity
        if let lastFrame = times.frame, outputs.stake == .frames { next = min(next, lastFrame + staleTime) }
        if let moment = condition.nextAlarm(for: outputs) { next = min(next, moment) }
        return next < .infinity ? next : nil
    }
}
