/// The eyes during the reaches of a range calibration.
struct RangeEyes: Sendable {
    private struct Sums {
        private(set) var count = 0.0
        private var sum = 0.0, squares = 0.0

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            squares += value * value
        }

        /// Standard deviation.
        var deviation: Double { count > 0 ? max(0, squares / count - sum / count * (sum / count)).squareRoot() : 0 }
    }

    /// Keeps the measurements of a reach and of the rest before it.
    private var movement = EyeMovement(most: 96)
    private var lastLook: EyeLook?
    /// Sums of each eye's sideways position at rest.
    private var right = Sums(), left = Sums()
    private var isResting = true
    /// When the head left its rest in this step, and whether it has gone out since.
    private var departure: Double?
    private var isOut = false
    private var sideways = EyeEvidence()

    /// The measurement that is needed before the sample after one at `time`.
    func request(after time: Double, _ rules: GestureRules) -> EyeRequest? {
        if let lastLook, time - lastLook.seenAt < rules.rangeEyeSpacing { return nil }
        return EyeRequest(eye: lastLook?.eye == .right ? .left : .right, before: nil, notBefore: time, now: true)
    }

    /// - Parameter reach: of the head in the direction that is asked for, in IOD; `nil` while it shall rest.
    mutating func add(_ sample: HeadSample, reach: Double?, leaving edge: Double, leftward: HeadPoint, _ rules: GestureRules) {
        movement.leftward = leftward
        if let angles = sample.angles { movement.follow(angles, at: sample.time, rules) }
        if let look = sample.eyes {
            movement.add(look)
            lastLook = look
            if reach == nil, movement.isOpen(look, rules) {
                if look.eye == .right { right.add(look.left) } else { left.add(look.left) }
            }
        }
        isResting = reach == nil
        guard let reach, !isOut else { return }
        if reach <= edge {
            departure = sample.time
        } else if let departure {
            isOut = true
            movement.begin(departure, rules)
        }
    }

    /// What the eyes did in the reach that ends at `time`, and whether only the proof is missing that they turn in the head.
    mutating func end(_ direction: HeadDirection, at time: Double, _ rules: GestureRules) -> (EyeBehavior, isUnproven: Bool) {
        defer { (departure, isOut) = (nil, false) }
        guard isOut, let departure else { return (.unknown, false) }
        // Eyes that tremble or change their fixation at rest may do so at any moment of a gesture.
        if max(right.deviation, left.deviation) > rules.unsteadyEye { return (.unclear, false) }
        let evidence = movement.evidence(direction, Journey(began: departure, ended: time, threshold: 0), rules)
        if direction.isHorizontal { sideways.add(evidence) }
        let behavior = evidence.behavior(direction, areAlive: sideways.showsTurn(rules), rules)
        return (behavior, behavior == .unknown && evidence.isEnough(rules))
    }

    /// Whether the reaches to the sides together show that the eyes do not turn in the head. Small or few ones may show nothing.
    func areFixed(_ rules: GestureRules) -> Bool { sideways.isEnough(rules) && sideways.isOfBoth(rules) && !sideways.showsTurn(rules) }
}
