/// Presence and identity of the face.
extension GestureRecognizer {
    mutating func findFace(_ head: HeadPointer, at time: Double, _ emit: (GestureEvent) -> Void) {
        sight = Sight(position: head.position)
        emit(GestureEvent(time: time, kind: .faceFound))
        let wasAway = lastSeen.map { time - $0 > configuration.recalibrateAfterLoss } ?? false
        // The supposed stranger may be the same person looking aside, so the rest stays known.
        if wasAway || isStranger(head) { beginCalibration(after: phase.rest(leftAt: time, configuration.rules), at: time, emit) }
    }

    /// Whether a face that was found again is too far from the known rest, or too different in size, to be the same person's. Another
    /// person must not inherit the calibration.
    private func isStranger(_ head: HeadPointer) -> Bool {
        guard let center = calibrationCenter else { return false }
        let rules = configuration.rules
        let away = (head.position - center.position) / center.interocularDistance
        // Turning far reduces the distance between the eyes in the frame, but not the height.
        let wide = head.interocularDistance / center.interocularDistance
        let growth = if let high = center.height, let now = head.height, high > 0 { max(wide, now / high) } else { wide }
        return (away * away).sum().squareRoot() > rules.strangerDistance || growth > rules.strangerScale || growth < 1 / rules.strangerScale
    }

    mutating func loseFaceIfMissing(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard isFacePresent, let lastSeen, time - lastSeen >= configuration.faceLossTime else { return }
        loseSight(at: time, .faceLost, emit)
    }

    mutating func endStaleMovement(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let lastSample, time - lastSample >= configuration.staleTime else { return }
        loseSight(at: lastSample + configuration.staleTime, .framesStopped, emit)
    }

    /// Ends the movement under way, and reports the face as lost if one was seen.
    mutating func loseSight(at time: Double, _ reason: GestureEvent.StopReason, _ emit: (GestureEvent) -> Void) {
        endGesture(at: time, reason: reason, emit)
        taught.forget()
        guard isFacePresent else { return }
        sight = nil
        machine.eyes.forget()
        _ = phase.withCalibration { $0.discard() }
        emit(GestureEvent(time: time, kind: .faceLost))
    }

    /// Whether the sample contains the pointer for which the centre was measured, as numbers. If it has been missing for as long as a lost
    /// face, the rest is measured again.
    mutating func isMeasurable(_ sample: HeadSample, _ emit: (GestureEvent) -> Void) -> Bool {
        guard let center = calibrationCenter, center.pose(of: sample)?.isFinite != true else { return true }
        if isFacePresent { return false }
        beginCalibration(after: nil, at: sample.time, emit)
        return true
    }

    /// Whether this can be the same head as in the last sample. A head does not jump by one eye distance, or by two between slow samples;
    /// if it seems to, another person's head was detected instead, and nothing is certain until the face counts as lost.
    func isContinuous(_ head: HeadPointer, after seconds: Double) -> Bool {
        guard let sight else { return true }
        let rules = configuration.rules
        let jump = (head.position - sight.position) / head.interocularDistance
        return (jump * jump).sum().squareRoot() <= min(rules.jumpLimit, rules.longestJump + rules.jumpSpeed * seconds)
    }
}

extension HeadPointer {
    /// Whether every number can be used for measurements.
    var isUsable: Bool {
        position.x.isFinite && position.y.isFinite && interocularDistance.isFinite && interocularDistance > 0 && leftward.x.isFinite
            && leftward.y.isFinite
    }
}
