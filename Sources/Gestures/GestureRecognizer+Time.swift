/// Time stamps that cannot be right.
extension GestureRecognizer {
    /// Whether a sample's time is to be used. A time far from the last one is, if the next one agrees with it: one wrong time stamp must neither
    /// silence the recogniser nor make it forget the rest.
    mutating func believes(_ time: Double, _ emit: (GestureEvent) -> Void) -> Bool {
        guard time.isFinite else { return false }
        guard let lastSample else { return true }
        if isSetBack(time, emit) { return true }
        guard time > lastSample else { return false }
        guard time - lastSample > configuration.rules.longestLeap else {
            doubted = nil
            return true
        }
        endStaleMovement(at: time, emit)  // whichever time is right
        return agrees(time)
    }

    /// Whether the clock was set back: a second time in a row lies far behind the last sample. Whatever is under way has ended then, and all
    /// moments are forgotten, because they are those of another clock. The rest stays known, as after a loss.
    mutating func isSetBack(_ time: Double, _ emit: (GestureEvent) -> Void) -> Bool {
        guard let lastSample, time < lastSample - configuration.staleTime, agrees(time) else { return false }
        loseSight(at: lastSample, .framesStopped, emit)
        withdraw(at: lastSample, emit)
        var anew = GestureRecognizer(configuration: configuration)
        (anew.isPauseAsked, anew.isBarred) = (isPauseAsked, isBarred)
        anew.isAdmitted = isAdmitted
        anew.phase = .calibrating(Calibration(configuration), former: phase.rest(leftAt: lastSample, configuration.rules))
        self = anew
        return true
    }

    /// A time that is used whatever the caller gives: what ends something must not fail for a wrong time stamp.
    func moment(_ time: Double) -> Double { time.isFinite ? time : lastSample ?? 0 }

    /// Whether this time follows the one that was doubted. Otherwise it is doubted now.
    private mutating func agrees(_ time: Double) -> Bool {
        let follows = doubted.map { time > $0 && time - $0 <= configuration.rules.longestLeap } ?? false
        doubted = follows ? nil : time
        return follows
    }
}
