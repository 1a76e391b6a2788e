/// Where the head rests, and where it rested before.
extension GestureRecognizer {
    /// Somebody who turned away slowly, or leaned, or was found turned, and comes back to where he rested before makes no gesture in
    /// the other direction by that.
    mutating func comeBack(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let former = formerRest else { return }
        leaveRest(at: time)
        calibrationCenter = former.center
        movement.comeBack(at: time, tells: former.isFirm, current, emit)
        rest(at: time)
    }

    /// The head rests somewhere else from now on; `movement` knows that.
    mutating func rest(at time: Double) {
        restsSince = time
        filter = PoseFilter()
        isInIdleZone = true
        lastOffset = HeadOffset(left: 0, up: 0)
    }

    /// The head is back at its former rest. Of the one that it leaves is known for a while that it may have been the true one.
    mutating func leaveRest(at time: Double) {
        guard let former = formerRest, let center = calibrationCenter else { return }
        formerRest = former.isFirm || revisited?.isFirm == true ? former.left(center, after: time - restsSince, at: time, visiting: revisited, configuration.rules) : nil
        revisited = former
    }

    /// Remembers the rest that the head leaves, unless an earlier one is still remembered.
    mutating func rememberRest(at time: Double, memory: Double) {
        revisited = nil
        guard formerRest?.isRemembered(at: time) != true else { return }
        formerRest = calibrationCenter.map { FormerRest($0, stayed: time - restsSince, leftAt: time, memory: memory) }
    }

    /// The rest that must stay known while another one is measured: an earlier one that is still remembered, or the last one. The head
    /// may not have rested at all where it was seen last.
    func rest(leftAt time: Double) -> FormerRest? {
        if let former = formerRest, former.isRemembered(at: time), former.isFirm || time - restsSince < configuration.rules.visit {
            return FormerRest(former.center, stayed: former.stayed, leftAt: time, memory: .infinity)
        }
        return calibrationCenter.map { FormerRest($0, stayed: time - restsSince, leftAt: time, memory: .infinity) }
    }
}
