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

    init(most: Int = 24) {
        self.most = most
        looks.reserveCapacity(most)
    }

    /// Forgets the face.
    mutating func forget() { looks.removeAll(keepingCapacity: true) }

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

    /// The measurements needed while the head is beyond its threshold: the eye at rest, and the eye now. `nil` if none.
    /// - Parameter began: when the head left its rest, in seconds.
    func request(_ direction: HeadDirection, since began: Double, at time: Double, _ rules: GestureRules) -> EyeRequest? {
        // The eye that turns towards the camera is the last to be hidden.
        let eye: EyeLook.Eye = direction == .right ? .left : .right
        let restEnd = restEnd(began, rules)
        var count = 0, last = -Double.infinity, rests = 0, tries = 0, first = restEnd + rules.restLookSpacing
        for look in looks where look.eye == eye && restEnd - look.seenAt <= rules.eyeMemory {
            if look.seenAt > began {
                count += 1
                last = max(last, look.seenAt)
            } else if look.seenAt <= restEnd + GestureRules.roundoff {
                rests += isRest(look, before: began, rules) ? 1 : 0
                tries += 1
                first = min(first, look.seenAt)
            }
        }
        let isDue = count < rules.mostEyeLooks && time - last >= rules.eyeLookSpacing - GestureRules.roundoff
        // If the eye was closed in a blink, an earlier measurement is requested.
        let before = rests < rules.restLooks && tries < 2 * rules.restLooks ? first - rules.restLookSpacing : nil
        let earliest = restEnd - rules.eyeMemory, earlier = before.flatMap { $0 >= earliest ? $0 : nil }
        return earlier != nil || isDue ? EyeRequest(eye: eye, before: earlier, notBefore: earliest, now: isDue) : nil
    }

    /// What the eyes did during a gesture, and the objection if that breaks the eye condition; `nil` if the gesture has none.
    func judge(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration)
        -> (behavior: EyeBehavior, objection: Rejection?)? {
        let condition = configuration.eyes(for: gesture), rules = configuration.rules
        guard condition != .any else { return nil }
        let direction = gesture.direction ?? (gesture == .shake ? .left : .down)
        let evidence = evidence(direction, journey, rules)
        let behavior = evidence?.behavior(direction, rules) ?? .unknown
        let rule: Rejection.Rule? = switch (behavior, condition) {
        case (.along, .ahead): .eyesAlong
        case (.ahead, .along): .eyesAhead
        case (.unclear, _): .eyesUnclear
        case (.unknown, _) where !configuration.countsUnknownEyes: .eyesUnknown
        default: nil
        }
        let jumped = evidence.map { $0.second >= rules.eyeJump.along } ?? false
        let objection = rule.map { rule in
            Rejection(rule: rule, value: (jumped ? evidence?.second : evidence?.slope) ?? 0,
                      bound: rule == .eyesUnclear ? rules.eyesAhead[direction] : jumped ? rules.eyeJump.along : rules.eyesAlong[direction],
                      direction: gesture.direction)
        }
        return (behavior, objection)
    }

    /// What the eyes did in a movement of the head.
    func behavior(_ direction: HeadDirection, _ journey: Journey, _ rules: GestureRules) -> EyeBehavior {
        evidence(direction, journey, rules)?.behavior(direction, rules) ?? .unknown
    }

    /// The evidence of the eye that was seen more often; `nil` if no eye was seen at rest.
    private func evidence(_ direction: HeadDirection, _ journey: Journey, _ rules: GestureRules) -> EyeEvidence? {
        let right = evidence(of: .right, direction, journey, rules), left = evidence(of: .left, direction, journey, rules)
        return left?.count ?? -1 > right?.count ?? -1 ? left : right
    }

    /// - Returns: `nil` if the eye was not seen at rest.
    private func evidence(of eye: EyeLook.Eye, _ direction: HeadDirection, _ journey: Journey, _ rules: GestureRules) -> EyeEvidence? {
        guard let rest = rest(of: eye, before: journey.began, rules) else { return nil }
        var evidence = EyeEvidence(), furthest = 0.0
        for look in looks where look.eye == eye && look.seenAt > journey.began && look.seenAt <= journey.ended {
            let turn = look.head.turn(from: rest.head, along: leftward).reach(direction)
            furthest = max(furthest, turn)
            // After looking around, the eyes return before the head, which would look like eyes that stayed ahead.
            if furthest > rules.leastEyeTurn, turn < rules.wayBackOfEyes * furthest { break }
            guard isOpen(look, rules), look.head.turn(from: .frontal, along: leftward).left.magnitude <= rules.farthestEyeTurn else { continue }
            let way = HeadOffset(left: look.left - rest.left, up: look.up - rest.up).reach(direction)
            evidence.add(way, turn: turn, rules)
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
