/// Tells from a few looks at an eye whether it stays on its target while the head turns, or goes along.
///
/// Eyes that stay on a target turn back as the head turns (vestibulo-ocular reflex). Somebody who looks somewhere jumps there with the eyes,
/// mostly before the head. docs/lab/eyes.md has the measurements.
struct EyeMovement: Sendable {
    /// Looks that are kept.
    private static let most = 24
    private var looks: [EyeLook] = []
    /// The face's own axis, as ``CalibrationCenter/leftward``.
    var leftward = HeadPoint(1, 0)
    /// The head at the beginning of an interval in which it may have been still, and the last moment at which it was.
    private var anchor: (angles: HeadAngles, time: Double)?
    private var stillUntil = -Double.infinity
    /// The movement under way: when the head left its rest, and when it was still before.
    private var movement = (left: -Double.infinity, stillUntil: -Double.infinity)

    /// What was seen in a movement.
    private struct Evidence {
        var count = 0
        /// Of the head's turn from rest and the iris' way, both in the movement's direction.
        var product = 0.0, square = 0.0
        /// The two longest ways of the iris.
        var longest = -Double.infinity, second = -Double.infinity

        /// Movement of the iris for each degree, by regression through the rest.
        var slope: Double { square > 0 ? product / square : 0 }

        mutating func add(_ way: Double) {
            if way > longest { (longest, second) = (way, longest) } else { second = max(second, way) }
        }
    }

    init() { looks.reserveCapacity(Self.most) }

    /// Takes a look. Looks may come out of order.
    mutating func add(_ look: EyeLook) {
        guard look.isFinite else { return }
        if looks.count == Self.most { looks.removeFirst() }
        looks.append(look)
    }

    /// Follows the head's speed.
    mutating func follow(_ angles: HeadAngles, at time: Double, _ rules: GestureRules) {
        guard let last = anchor, time > last.time else {
            anchor = (angles, time)
            return
        }
        let seconds = time - last.time
        guard seconds >= rules.eyeStillTime else { return }
        let x = angles.yaw - last.angles.yaw, y = angles.pitch - last.angles.pitch
        if (x * x + y * y).squareRoot() <= rules.eyeStillSpeed * seconds { stillUntil = time }
        anchor = (angles, time)
    }

    /// The head has left its rest. It may have moved before: somebody who looks from one side to the other passes through the rest.
    mutating func begin(_ left: Double, _ rules: GestureRules) {
        movement = (left, max(min(stillUntil, left), left - rules.eyeMemory))
    }

    /// What should be looked at while the head is beyond its threshold: the eye at rest, and the eye now. `nil` if nothing.
    /// - Parameter began: when the head left its rest, in seconds.
    func request(_ direction: HeadDirection, since began: Double, at time: Double, _ rules: GestureRules) -> EyeRequest? {
        // The eye that comes nearer to the camera is hidden last.
        let eye: EyeLook.Eye = direction == .right ? .left : .right
        let restEnd = restEnd(began, rules)
        var count = 0, last = -Double.infinity, rests = 0, tries = 0, first = restEnd + rules.restLookSpacing
        for look in looks where look.eye == eye && restEnd - look.seenAt <= rules.eyeMemory {
            if look.seenAt > began {
                count += 1
                last = max(last, look.seenAt)
            } else if look.seenAt <= restEnd + GestureRules.roundoff {
                rests += isOpen(look, rules) ? 1 : 0
                tries += 1
                first = min(first, look.seenAt)
            }
        }
        let isDue = count < rules.mostEyeLooks && time - last >= rules.eyeLookSpacing - GestureRules.roundoff
        // In a blink the eye is looked for still earlier.
        let before = rests < rules.restLooks && tries < 2 * rules.restLooks ? first - rules.restLookSpacing : nil
        return before != nil || isDue ? EyeRequest(eye: eye, before: before, now: isDue) : nil
    }

    /// What the eyes did during a gesture, and why it does not count by that; `nil` if it asks for nothing of them.
    func judge(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration)
        -> (behavior: EyeBehavior, objection: Rejection?)? {
        let condition = configuration.eyes(for: gesture), rules = configuration.rules
        guard condition != .any else { return nil }
        let direction = gesture.direction ?? (gesture == .shake ? .left : .down)
        let evidence = [EyeLook.Eye.right, .left].compactMap { self.evidence(of: $0, direction, journey, rules) }.max { $0.count < $1.count }
        let behavior = evidence.map { self.behavior(direction, $0, rules) } ?? EyeBehavior.unknown
        let rule: Rejection.Rule? = switch (behavior, condition) {
        case (.along, .ahead): .eyesAlong
        case (.ahead, .along): .eyesAhead
        case (.unclear, _): .eyesUnclear
        case (.unknown, _) where !configuration.countsUnknownEyes: .eyesUnknown
        default: nil
        }
        let objection = rule.map { rule in
            Rejection(rule: rule, value: evidence?.slope ?? 0, bound: (rule == .eyesAhead ? rules.eyesAlong : rules.eyesAhead)[direction],
                      direction: gesture.direction)
        }
        return (behavior, objection)
    }

    private func behavior(_ direction: HeadDirection, _ evidence: Evidence, _ rules: GestureRules) -> EyeBehavior {
        if evidence.second >= rules.eyeJump.along { return .along }
        guard evidence.count >= rules.leastEyeLooks, evidence.square >= rules.leastEyeTurns else { return .unknown }
        if evidence.slope >= rules.eyesAlong[direction] { return .along }
        return evidence.slope <= rules.eyesAhead[direction] && evidence.second < rules.eyeJump.ahead ? .ahead : .unclear
    }

    /// - Returns: `nil` where the eye was not seen at rest.
    private func evidence(of eye: EyeLook.Eye, _ direction: HeadDirection, _ journey: Journey, _ rules: GestureRules) -> Evidence? {
        guard let rest = rest(of: eye, before: journey.began, rules) else { return nil }
        var evidence = Evidence(), furthest = 0.0
        for look in looks where look.eye == eye && look.seenAt > journey.began && look.seenAt <= journey.ended {
            let turn = turn(from: rest.head, to: look.head, direction)
            furthest = max(furthest, turn)
            // On the way back of a look around the eyes are back first, which would look like eyes that stay ahead.
            if furthest > rules.leastEyeTurn, turn < rules.wayBackOfEyes * furthest { break }
            guard isOpen(look, rules), look.head.yaw.magnitude <= rules.farthestEyeTurn else { continue }
            let way = HeadOffset(left: look.left - rest.left, up: look.up - rest.up).reach(direction)
            evidence.add(way)
            guard turn >= rules.leastEyeTurn else { continue }
            evidence.count += 1
            evidence.product += turn * way
            evidence.square += turn * turn
        }
        return evidence
    }

    /// How far the head turned in a direction, along the face's own axes, in degrees.
    private func turn(from rest: HeadAngles, to head: HeadAngles, _ direction: HeadDirection) -> Double {
        let x = head.yaw - rest.yaw, y = -(head.pitch - rest.pitch)
        return HeadOffset(left: x * leftward.x + y * leftward.y, up: -(y * leftward.x - x * leftward.y)).reach(direction)
    }

    /// Until when the eyes were at rest before a movement, in seconds.
    private func restEnd(_ began: Double, _ rules: GestureRules) -> Double {
        (began == movement.left ? movement.stillUntil : began) - rules.eyeLead
    }

    /// The eye before the movement: the mean of what was seen of it.
    private func rest(of eye: EyeLook.Eye, before began: Double, _ rules: GestureRules) -> EyeLook? {
        let end = restEnd(began, rules)
        var sum: EyeLook?, count = 0.0
        for look in looks where look.eye == eye && look.seenAt <= end + GestureRules.roundoff && end - look.seenAt <= rules.eyeMemory
            && isOpen(look, rules) {
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

    private func isOpen(_ look: EyeLook, _ rules: GestureRules) -> Bool {
        look.certainty >= rules.eyeCertainty && look.openness >= rules.closedEye
    }
}
