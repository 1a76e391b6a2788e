/// Quick swings that may belong to a nod or a shake. They wait until that is decided, at most `resolve` seconds after the last one.
struct WaitingSwings: Sendable {
    /// When the waiting ends unless another swing begins, in seconds.
    private(set) var deadline = Double.infinity

    private var count = 0
    private(set) var journey: Journey?
    private var lastEnd = -Double.infinity
    private var lastDuration = 0.0
    /// The last direction along each axis, and the number of swings to alternating sides.
    private var lastVertical: HeadDirection?
    private var lastHorizontal: HeadDirection?
    private var alternations = 0
    private var furthest = (distance: 0.0, direction: HeadDirection.left)
    /// Whether a horizontal swing reached its full threshold.
    private var isFull = false
    /// The looks that one or two swings are if they stand alone; with a third one all of them are restless.
    private var first: Verdict?
    private var second: Verdict?
    /// A swing that was too short, as from a cough, or from a nod whose next swing alone would be a look down. With it looks are unclear,
    /// but a nod or a shake with enough other swings still counts.
    private var twitch: (direction: HeadDirection, verdict: Verdict)?
    /// Whether no swing waits.
    var isEmpty: Bool { journey == nil }
    /// Looks are unclear for another reason; a nod or a shake still counts.
    private var isBlurred = false

    /// Whether a swing in this direction can belong to the waiting swings: the sides of a shake alternate. A twitch to the other side is
    /// an overshoot.
    func canTake(_ direction: HeadDirection, isTwitch: Bool = false) -> Bool {
        if let twitch, twitch.direction != direction { return false }
        guard let last = direction.isHorizontal ? lastHorizontal : lastVertical else { return true }
        return isTwitch ? last == direction : !direction.isHorizontal || last != direction
    }

    /// Whether a movement that leaves the zone now in this direction can belong to the waiting swings. Shakes and nods swing through the
    /// middle; between two looks to either side the head pauses there.
    func canFollow(_ direction: HeadDirection, at time: Double, _ rules: GestureRules) -> Bool {
        guard count > 0 else { return true }
        let last = direction.isHorizontal ? lastHorizontal : lastVertical
        guard let last, last != direction else { return true }
        return time - lastEnd <= rules.longestMiddleStay(after: lastDuration)
    }

    /// Adds a swing that ended at `time`.
    /// - Parameters:
    ///   - isFull: it reached its threshold.
    ///   - verdict: the verdict if it stands alone.
    mutating func add(_ swing: HeadMovement, isFull: Bool, at time: Double, alone verdict: Verdict,
                      _ configuration: GestureConfiguration) {
        let direction = swing.direction, distance = swing.peak
        wait(after: swing.duration, verdict.journey, endingAt: time, configuration)
        if distance >= configuration.rules.leastSwing * furthest.distance {
            if direction.isHorizontal {
                if direction != lastHorizontal { alternations += 1 }
                lastHorizontal = direction
                self.isFull = self.isFull || isFull
            } else {
                lastVertical = direction
            }
        }
        if distance > furthest.distance { furthest = (distance, direction) }
        if count == 0 { first = verdict } else if count == 1 { second = verdict }
        count += 1
    }

    /// Adds a swing that ended at `time` and was too short.
    mutating func addTwitch(_ rejection: Rejection, _ direction: HeadDirection, _ journey: Journey, at time: Double,
                            _ configuration: GestureConfiguration) {
        wait(after: rejection.value, journey, endingAt: time, configuration)
        twitch = (direction, .rejection(rejection, journey))
    }

    /// Makes looks unclear, because another movement followed at once or one of the swings may be a twitch.
    mutating func blur() { isBlurred = true }

    private mutating func wait(after duration: Double, _ next: Journey, endingAt time: Double, _ configuration: GestureConfiguration) {
        journey = journey?.joined(with: next) ?? next
        deadline = time + min(configuration.resolve, max(configuration.rules.shortestWait, duration))
        lastEnd = time
        lastDuration = duration
    }

    /// Ends the waiting and emits the verdicts.
    func settle(_ configuration: GestureConfiguration, _ emit: (Verdict) -> Void) {
        guard let journey else { return }
        func refuse(_ rule: Rejection.Rule, _ value: Double, _ bound: Double, _ direction: HeadDirection? = nil) {
            emit(.rejection(Rejection(rule: rule, value: value, bound: bound, direction: direction), journey))
        }
        if !configuration.discrete, configuration.shake, isFull, alternations > 1, furthest.direction.isHorizontal {
            refuse(.tooFew, Double(alternations), Double(configuration.shakeCount), .left)
        } else if let twitch {
            if count > 0 { refuse(.restless, Double(count + 1), 2) }
            emit(twitch.verdict)
        } else if count > 0 && isBlurred {
            refuse(.restless, Double(count + 1), 1)
        } else if count > 2 || alternations > 1 {  // to one side and the other: a part of a shake
            refuse(.restless, Double(count), count > 2 ? 2 : 1)
        } else {
            if let first { emit(first) }
            if let second { emit(second) }
        }
    }

    /// Discards the waiting swings and reports them as interrupted.
    func interrupt(at time: Double, _ emit: (Verdict) -> Void) {
        guard let journey else { return }
        let side: HeadDirection = furthest.direction.isHorizontal ? .left : .down
        emit(.rejection(Rejection(rule: .interrupted, value: time - journey.began, bound: 0, direction: count > 0 ? side : nil), journey))
    }
}
