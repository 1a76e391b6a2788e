/// Determines from a few measurements of an eye whether it stays on its target while the head turns, or goes along.
///
/// Eyes that stay on a target turn back as the head turns (vestibulo-ocular reflex). When people look at something new, their eyes jump
/// there, mostly before the head. docs/lab/eyes.md has the measurements.
struct EyeMovement: Sendable {
    /// Number of measurements that are kept.
    private let most: Int
    private var looks: [EyeLook] = []
    /// The face's own axis, like ``CalibrationCenter/leftward``.
    var leftward = HeadPoint(1, 0)
    /// The head's angles at the start of an interval in which it may have been still, and the last time at which it was.
    private var anchor: (angles: HeadAngles, time: Double)?
    private var still = (until: -Double.infinity, at: HeadAngles.frontal)
    /// The movement under way: when the head left its rest, and when it was last still before that.
    private var movement = (left: -Double.infinity, stillUntil: -Double.infinity, from: HeadAngles.frontal)

    /// The eyes of this face have been seen to turn in the head.
    private var areAlive = false

    init(most: Int = 40) {
        self.most = most
        looks.reserveCapacity(most)
    }

    /// Forgets the face.
    mutating func forget() {
        looks.removeAll(keepingCapacity: true)
        areAlive = false
    }

    /// Adds a measurement. They may come out of order.
    mutating func add(_ look: EyeLook) {
        guard look.isFinite else { return }
        if looks.count == most { looks.removeFirst() }
        looks.append(look)
    }

    /// Detects from the head's speed when it is still.
    mutating func follow(_ angles: HeadAngles, at time: Double, _ rules: GestureRules) {
        guard let last = anchor, time > last.time else {
            anchor = (angles, time)
            return
        }
        let seconds = time - last.time
        guard seconds >= rules.eyeStillTime else { return }
        if angles.distance(to: last.angles) <= rules.eyeStillSpeed * seconds { still = (time, angles) }
        anchor = (angles, time)
    }

    /// Begins a movement. The head may have moved before it left its rest: in a look from one side to the other it passes through the rest.
    mutating func begin(_ left: Double, _ rules: GestureRules) {
        movement = (left, max(min(still.until, left), left - rules.eyeMemory), still.at)
    }

    /// The measurements needed while the head is beyond its threshold: an eye at rest, and an eye now. `nil` if none.
    func request(_ direction: HeadDirection, at time: Double, _ rules: GestureRules) -> EyeRequest? {
        let began = movement.left, restEnd = restEnd(began, rules), earliest = restEnd - rules.eyeMemory
        // The eye that turns towards the camera is the last to be hidden.
        let near = progress(of: direction == .right ? .left : .right, since: began, restEnd, rules)
        let far = progress(of: direction == .right ? .right : .left, since: began, restEnd, rules)
        let count = near.count + far.count, spacing = count < rules.firstEyeLooks ? rules.firstEyeLookSpacing : rules.eyeLookSpacing
        let isDue = count < rules.mostEyeLooks && time - max(near.last, far.last) >= spacing - GestureRules.roundoff
        func needsRest(_ eye: Progress) -> Bool { eye.rests < rules.restLooks && eye.tries < 2 * rules.restLooks && eye.nextRest >= earliest }
        let eye = if isDue, count >= rules.firstEyeLooks {
            near  // the far eye may be hidden by now, and a jump must not be missed
        } else if isDue || needsRest(near) && needsRest(far) {
            (far.count, far.tries) < (near.count, near.tries) ? far : near
        } else {
            needsRest(far) ? far : near
        }
        guard isDue || needsRest(eye) else { return nil }
        return EyeRequest(eye: eye.eye, before: needsRest(eye) ? eye.nextRest : nil, notBefore: earliest, now: isDue)
    }

    /// The measurements of an eye so far.
    private struct Progress {
        let eye: EyeLook.Eye
        /// Number of measurements during the movement, and the time of the last one.
        var count = 0, last = -Double.infinity
        /// Number of measurements of the eye at rest, and of all that were tried. After a blink an earlier one is requested.
        var rests = 0, tries = 0
        var nextRest: Double
    }

    private func progress(of eye: EyeLook.Eye, since began: Double, _ restEnd: Double, _ rules: GestureRules) -> Progress {
        var progress = Progress(eye: eye, nextRest: restEnd)
        for look in looks where look.eye == eye && restEnd - look.seenAt <= rules.eyeMemory {
            if look.seenAt > began {
                progress.count += 1
                progress.last = max(progress.last, look.seenAt)
            } else if look.seenAt <= restEnd + GestureRules.roundoff {
                progress.rests += isRest(look, before: began, rules) ? 1 : 0
                progress.tries += 1
                progress.nextRest = min(progress.nextRest, look.seenAt - rules.restLookSpacing)
            }
        }
        return progress
    }

    /// What the eyes did during a gesture, and the objection if that breaks the eye condition; `nil` if the gesture has none.
    mutating func judge(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration)
        -> (behavior: EyeBehavior, objection: Rejection?)? {
        let condition = configuration.eyes(for: gesture), rules = configuration.rules
        guard condition != .any else { return nil }
        if configuration.measuredEyes == .ahead { areAlive = true }
        let direction = gesture.direction ?? (gesture == .shake ? .left : .down)
        let evidence = evidence(direction, journey, rules)
        areAlive = areAlive || evidence.showsTurn(rules) || evidence.second >= rules.eyeJump.along
        // Up and down the lids hide a part of the turn, and eyes that stay may seem fixed.
        let behavior = evidence.behavior(direction, areAlive: areAlive && !direction.isHorizontal && evidence.isOfBoth(rules), rules)
        let rule: Rejection.Rule? = switch (behavior, condition) {
        case (.along, .ahead): .eyesAlong
        case (.ahead, .along): .eyesAhead
        case (.unclear, _): .eyesUnclear
        case (.unknown, _) where !configuration.countsUnknownEyes: .eyesUnknown
        default: nil
        }
        let jumped = evidence.longest >= rules.eyeJump.along
        let objection = rule.map { rule in
            Rejection(rule: rule, value: jumped ? evidence.longest : evidence.slope(direction, rules),
                      bound: jumped ? rules.eyeJump.along : rule == .eyesUnclear ? rules.eyesAhead[direction] : rules.eyesAlong[direction],
                      direction: gesture.direction)
        }
        return (behavior, objection)
    }

    /// The measurements during a movement of the head.
    func evidence(_ direction: HeadDirection, _ journey: Journey, _ rules: GestureRules) -> EyeEvidence {
        // The journey of a swing begins where the head lingered, and the one of several swings with the first of them.
        let began = min(journey.began, movement.left)
        let right = rest(of: .right, before: began, rules), left = rest(of: .left, before: began, rules)
        var evidence = EyeEvidence(), furthest = 0.0
        for look in looks where look.seenAt > began && look.seenAt <= journey.ended {
            guard let rest = look.eye == .right ? right : left else { continue }
            let turn = look.head.turn(from: rest.head, along: leftward).reach(direction)
            furthest = max(furthest, turn)
            // After looking around, the eyes return before the head, which would look like eyes that stayed ahead.
            if furthest > rules.leastEyeTurn, turn < rules.wayBackOfEyes * furthest { break }
            guard isOpen(look, rules), look.head.turn(from: .frontal, along: leftward).left.magnitude <= rules.farthestEyeTurn else { continue }
            let way = HeadOffset(left: look.left - rest.left, up: look.up - rest.up).reach(direction)
            evidence.add(way, look.eye, turn: turn, rules)
        }
        return evidence
    }

    /// End of the interval before a movement in which the eyes were at rest, in seconds.
    private func restEnd(_ began: Double, _ rules: GestureRules) -> Double {
        (began == movement.left ? movement.stillUntil : began) - rules.eyeLead
    }

    /// The eye before the movement: the mean of the measurements at rest.
    private func rest(of eye: EyeLook.Eye, before began: Double, _ rules: GestureRules) -> EyeLook? {
        let end = restEnd(began, rules)
        var sum: EyeLook?, count = 0.0
        for look in looks where look.eye == eye && look.seenAt <= end + GestureRules.roundoff && end - look.seenAt <= rules.eyeMemory
            && isRest(look, before: began, rules) {
            sum?.left += look.left
            sum?.up += look.up
            sum?.head.yaw += look.head.yaw
            sum?.head.pitch += look.head.pitch
            sum = sum ?? look
            count += 1
        }
        sum?.left /= count
        sum?.up /= count
        sum?.head.yaw /= count
        sum?.head.pitch /= count
        return sum
    }

    /// Whether the eye is open and the head where it was before it moved: a look from the movement before is not the rest.
    private func isRest(_ look: EyeLook, before began: Double, _ rules: GestureRules) -> Bool {
        isOpen(look, rules) && (began != movement.left || look.head.distance(to: movement.from) <= rules.eyeRestTurn)
    }

    func isOpen(_ look: EyeLook, _ rules: GestureRules) -> Bool {
        look.certainty >= rules.eyeCertainty && look.openness >= rules.closedEye
    }
}
