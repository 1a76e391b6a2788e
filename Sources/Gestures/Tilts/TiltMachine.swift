/// Follows the head's tilt through rest, movement and hold, by the same rules as turns: idle zone, threshold, onset, dwell, and rest before.
/// ``HeldGestures`` knows what is held.
struct TiltMachine: Sendable {
    /// Follow-up action for the recogniser.
    enum Outcome: Equatable {
        case nothing
        /// The head rests here with another tilt: the centre moves there.
        case moveCenter
        /// A posture lasted for `maxHold`.
        case recalibrate
    }

    private enum State: Sendable {
        /// Upright; `isTurned`: the head was turned away in the last sample.
        case resting(at: Pose, since: Double, isTurned: Bool)
        case moving(TiltMovement)
        /// Nothing counts until the head is upright, or a hold is under way.
        case barred(since: Double?)
    }

    private var state = State.barred(since: nil)
    /// Whether the head is upright, or stays between rest and threshold, so that its rest may follow it.
    private(set) var isResting = false
    /// The smoothed tilt from rest, in degrees, positive towards the left shoulder.
    private(set) var angle: Double?
    /// The same as the offset of a head that turned as far, in IOD.
    var offset: HeadOffset? { angle.map { HeadOffset(left: Self.distance($0), up: 0) } }
    private var filter = OneEuroFilter()
    private var step = Step()
    private var stillness = StillnessDetector()

    /// Whether the head is tilted beyond its threshold as a gesture: turns do not count meanwhile, and the centre stays where it is.
    private(set) var isAway = false

    /// Takes the next pose and reports what it completes.
    /// - Parameters:
    ///   - isTurned: the head is turned away from its rest.
    ///   - report: reports a gesture or a rejection; returns whether a gesture was emitted, or a hold may begin.
    mutating func add(_ pose: Pose, at time: Double, after seconds: Double, isTurned: Bool, _ configuration: GestureConfiguration,
                      _ held: inout HeldGestures, _ report: (Verdict) -> Bool, _ emit: (GestureEvent) -> Void) -> Outcome {
        let rules = configuration.rules, limits = configuration.tilt
        let smooth = filter.smooth(HeadOffset(left: pose.tilt * GestureRules.turnLever, up: 0), after: seconds, cutoff: configuration.smoothing,
                                   OneEuroFilter.Numbers(rules))
        step.go(to: smooth, at: time, longest: rules.longestStep)
        stillness.add(smooth, at: time, within: rules.stillness * Self.distance(limits.idleZone))
        let tilt = Self.degrees(smooth.left), isInside = tilt.magnitude <= limits.idleZone
        angle = tilt
        let outcome = if let shoulder = held.shoulder {
            hold(shoulder, tilt: shoulder == .left ? tilt : -tilt, pose, at: time, configuration, &held, emit)
        } else {
            follow(tilt, pose, at: time, isInside, isTurned, configuration, &held, report, emit)
        }
        if held.holds(.tilt) {
            (isAway, isResting) = (true, false)
            return outcome
        }
        switch state {
        case .resting: (isAway, isResting) = (false, true)
        case .moving(let movement):
            isAway = movement.beyondSince != nil && movement.objectionToHold(tilt: tilt.magnitude, configuration) == nil
            isResting = movement.lingers(at: time, rules)
        case .barred: (isAway, isResting) = (false, false)
        }
        return outcome
    }

    private mutating func follow(_ tilt: Double, _ pose: Pose, at time: Double, _ isInside: Bool, _ isTurned: Bool,
                                 _ configuration: GestureConfiguration, _ held: inout HeldGestures, _ report: (Verdict) -> Bool,
                                 _ emit: (GestureEvent) -> Void) -> Outcome {
        let shoulder: Shoulder = tilt >= 0 ? .left : .right
        switch state {
        case .resting(let origin, let since, let wasTurned):
            // The same hysteresis as for turns.
            let exit = max(configuration.tilt.idleZone, configuration.rules.swingThreshold * configuration.tilt[shoulder])
            guard tilt.magnitude > exit else {
                state = .resting(at: pose, since: since, isTurned: isTurned)
                return .nothing
            }
            let left = step.departure(from: IdleZone(radius: Self.distance(exit)))
            return stayOut(TiltMovement(shoulder, origin: origin, left: left, at: time, rested: wasTurned ? nil : left - since), tilt, pose, at: time,
                           configuration, &held, report, emit)
        case .moving(let movement):
            guard isInside || movement.shoulder != shoulder else {
                return stayOut(movement, tilt, pose, at: time, configuration, &held, report, emit)
            }
            finish(movement, at: time, configuration, report)
            state = isInside ? .resting(at: pose, since: time, isTurned: isTurned) : .barred(since: time)
        case .barred(let since):
            if isInside {
                state = .resting(at: pose, since: time, isTurned: isTurned)
            } else if stillness.lasts(configuration.rules.settleAfterLoss * configuration.settleTime, at: time) {
                return rest(pose, at: time)
            } else {
                state = .barred(since: since ?? time)
            }
        }
        return .nothing
    }

    private mutating func finish(_ movement: TiltMovement, at time: Double, _ configuration: GestureConfiguration, _ report: (Verdict) -> Bool) {
        let end = step.arrival(in: IdleZone(radius: Self.distance(configuration.tilt.idleZone)))
        let journey = Journey(began: movement.left, ended: end, threshold: configuration.tilt[movement.shoulder])
        if let objection = movement.objectionToReturn(endedAt: end, configuration) {
            _ = report(.rejection(objection, journey))
        } else if configuration.discrete {
            _ = report(.gesture(.recognised(.tilt(movement.shoulder), size: movement.peak, duration: end - movement.left), journey))
        }
    }

    /// Handles a sample outside the zone, while the movement is neither out and back nor a hold.
    private mutating func stayOut(_ before: TiltMovement, _ tilt: Double, _ pose: Pose, at time: Double, _ configuration: GestureConfiguration,
                                  _ held: inout HeldGestures, _ report: (Verdict) -> Bool, _ emit: (GestureEvent) -> Void) -> Outcome {
        var movement = before
        let shoulder = movement.shoulder, threshold = configuration.tilt[shoulder]
        movement.add(tilt.magnitude, pose, at: time, crossing: step.moment(beyond: Self.distance(threshold), shoulder.direction), threshold)
        state = .moving(movement)
        let journey = Journey(began: movement.left, ended: time, threshold: threshold)
        let objection = movement.objectionToHold(tilt: tilt.magnitude, configuration)
        if let since = movement.beyondSince, objection == nil, configuration.continuous {
            let gesture = HeadGesture.holdTilt(shoulder)
            guard time - since >= configuration.acceptance(of: gesture) - GestureRules.roundoff else { return .nothing }
            state = .barred(since: time)
            guard report(.hold(gesture, journey)) else { return .nothing }
            held.begin(gesture, size: tilt.magnitude, began: journey.began, threshold: journey.threshold, at: time, emit)
            return .nothing
        }
        if time - movement.began >= configuration.maxHold { return .recalibrate }
        guard stillness.lasts(configuration.settleTime, at: time), movement.beyondSince == nil || objection != nil || !configuration.continuous,
              time - movement.began > configuration.rules.lookSpan * configuration.discreteMax || objection != nil
        else { return .nothing }
        if let objection { _ = report(.rejection(objection, journey)) }
        return rest(pose, at: time)
    }

    /// Handles a sample during a hold.
    /// - Parameter signed: towards the shoulder, in degrees; negative on the other side.
    private mutating func hold(_ shoulder: Shoulder, tilt signed: Double, _ pose: Pose, at time: Double, _ configuration: GestureConfiguration,
                               _ held: inout HeldGestures, _ emit: (GestureEvent) -> Void) -> Outcome {
        let tilt = signed > 0 ? signed : 0
        if held.isReleased(.tilt, isBack: tilt <= configuration.tilt.idleZone, at: time, configuration) {
            held.end(.tilt, .returned, at: time, emit)
            state = .resting(at: pose, since: time, isTurned: false)
            return .nothing
        }
        // A head that comes back to another place than the one it left has ended the hold too.
        if tilt < configuration.tilt[shoulder], stillness.lasts(configuration.settleTime, at: time) {
            held.end(.tilt, .returned, at: time, emit)
            return rest(pose, at: time)
        }
        if held.isTooLong(.tilt, at: time, configuration) {
            held.end(.tilt, .maxHold, at: time, emit)
            return .recalibrate
        }
        held.move(.tilt, to: tilt, at: time, emit)
        return .nothing
    }

    private mutating func rest(_ pose: Pose, at time: Double) -> Outcome {
        settle(at: time)
        return .moveCenter
    }

    /// The present tilt is the rest now.
    mutating func settle(at time: Double) {
        state = .resting(at: .rest, since: time, isTurned: false)
        restart()
    }

    /// Ends any movement under way; the head must be upright before anything counts again.
    mutating func end() {
        state = .barred(since: nil)
        restart()
    }

    private mutating func restart() {
        filter = OneEuroFilter()
        stillness = StillnessDetector()
        isAway = false
        angle = nil
    }

    /// The smoothing's numbers are made for distances in IOD; a tilt is measured by the distance of a turn by the same angle.
    private static func distance(_ degrees: Double) -> Double { degrees * Double.pi / 180 * GestureRules.turnLever }

    private static func degrees(_ distance: Double) -> Double { distance / GestureRules.turnLever * 180 / Double.pi }
}
