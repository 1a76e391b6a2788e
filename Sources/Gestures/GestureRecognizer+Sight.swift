/// Whether a face is seen, and whose.
extension GestureRecognizer {
    mutating func findFace(_ head: HeadPointer, at time: Double, _ emit: (GestureEvent) -> Void) {
        isFacePresent = true
        emit(GestureEvent(time: time, kind: .faceFound))
        let wasAway = lastSeen.map { time - $0 > configuration.recalibrateAfterLoss } ?? false
        // Somebody else may be the same person after all, looking aside.
        if wasAway || isSomebodyElse(head) { beginCalibration(after: rest(leftAt: time)) }
    }

    /// Whether a face that was found again is too far from the known rest, or of too different a size, to be the same
    /// person's: nobody inherits another one's calibration.
    func isSomebodyElse(_ head: HeadPointer) -> Bool {
        guard let center = calibrationCenter else { return false }
        let rules = configuration.rules
        let away = (head.position - center.position) / center.interocularDistance
        // A head that is turned far away has its eyes nearer to each other, and is as high as before.
        let wide = head.interocularDistance / center.interocularDistance
        let growth = if let high = center.height, let now = head.height, high > 0 { max(wide, now / high) } else { wide }
        return (away * away).sum().squareRoot() > rules.strangerDistance || growth > rules.strangerScale || growth < 1 / rules.strangerScale
    }

    mutating func loseFaceIfMissing(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard isFacePresent, let lastSeen, time - lastSeen >= configuration.faceLossTime else { return }
        isFacePresent = false
        isInIdleZone = false
        lastOffset = nil
        waking = WakeDetector()
        lastPosition = nil
        movement.end(at: time, reason: .faceLost, configuration, emit)
        calibration.discard()
        emit(GestureEvent(time: time, kind: .faceLost))
    }

    mutating func endStaleMovement(at time: Double, _ emit: (GestureEvent) -> Void) {
        guard let lastSample, time - lastSample >= configuration.staleTime else { return }
        loseSight(at: lastSample + configuration.staleTime, emit)
    }

    mutating func loseSight(at time: Double, _ emit: (GestureEvent) -> Void) {
        isInIdleZone = false
        lastOffset = nil
        lastPosition = nil
        movement.end(at: time, reason: .framesStopped, configuration, emit)
        guard isFacePresent else { return }
        isFacePresent = false
        waking = WakeDetector()
        calibration.discard()
        emit(GestureEvent(time: time, kind: .faceLost))
    }

    /// Whether the sample has what the centre was measured by. Where it lacks that for as long as a lost face does, the
    /// rest is measured again with what there is.
    mutating func isMeasurable(_ sample: HeadSample) -> Bool {
        guard let center = calibrationCenter, center.pose(of: sample) == nil else { return true }
        if isFacePresent { return false }
        beginCalibration()
        return true
    }

    /// Whether it can be the same head as in the last sample. A head does not jump by an eye distance, or by two between
    /// slow pictures; where it seems to, somebody else's was taken for it, and nothing is certain until the face counts as
    /// lost.
    func isContinuous(_ head: HeadPointer, after seconds: Double) -> Bool {
        guard let lastPosition else { return true }
        let rules = configuration.rules
        let jump = (head.position - lastPosition) / head.interocularDistance
        return (jump * jump).sum().squareRoot() <= min(rules.jumpLimit, rules.longestJump + rules.jumpSpeed * seconds)
    }
}

extension HeadPointer {
    /// Whether every number is one that distances can be measured with.
    var isUsable: Bool {
        position.x.isFinite && position.y.isFinite && interocularDistance.isFinite && interocularDistance > 0
    }
}
