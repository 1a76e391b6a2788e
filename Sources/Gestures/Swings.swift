// Quick swings in a row that may be a nod, a shake, or just strokes.

/// Keeps the swings that are over until it is clear what they were: at most `resolve` seconds after the last one.
struct Swings: Sendable {
    /// When the waiting ends if no other swing begins.
    private(set) var deadline = Double.infinity

    private var count = 0
    private var journey: Journey?
    private var lastEnd = -Double.infinity
    private var lastDuration = 0.0
    private var vertical = Axis()
    private var horizontal = Axis()
    /// Strokes that these swings are if they are nothing more; a third one makes them restlessness.
    private var first: Verdict?
    private var second: Verdict?
    /// A swing that was too short to count. Of a cough, or of a nod of which the next swing alone would be a look down: with it
    /// no stroke is clear, but a nod or a shake is, that has swings enough without it.
    private var twitch: (direction: Direction, verdict: Verdict)?
    /// Nothing waits.
    var isEmpty: Bool { journey == nil }
    /// Something else speaks against looks, though not against a nod or a shake.
    private var isBlurred = false

    private struct Axis: Sendable {
        var swings = 0
        /// Swings that went to the other side than the one before, the first one too.
        var alternations = 0
        /// Swings down or to the left.
        var negative = 0
        var furthest = 0.0
        /// One of them reached its threshold.
        var isFull = false
        var last: Direction?

        mutating func add(_ direction: Direction, _ distance: Double, isFull: Bool) {
            self.isFull = self.isFull || isFull
            swings += 1
            if direction != last { alternations += 1 }
            if direction == .down || direction == .right { negative += 1 }
            furthest = max(furthest, distance)
            last = direction
        }
    }

    /// After the quickest swing the next one is still waited for so long, in seconds.
    private static let shortestWait = 0.3
    /// A swing to the other side begins within this part of the swing before, but two pictures at ten a second are granted.
    private static let stay = 0.5
    private static let shortestStay = 0.2
    /// A swing of less than this part of the furthest one is an overshoot, no swing.
    private static let least = 0.4

    /// Whether a swing in this direction can belong to those that wait: the sides of a shake alternate, and a twitch the other way is
    /// how a stroke comes to rest.
    func canTake(_ direction: Direction, isTwitch: Bool = false) -> Bool {
        if let twitch, twitch.direction != direction { return false }
        guard let last = direction.isHorizontal ? horizontal.last : vertical.last else { return true }
        return isTwitch ? last == direction : !direction.isHorizontal || last != direction
    }

    /// Whether a movement that leaves the zone now in this direction can go on with what waits. Who shakes or nods swings
    /// through the middle; who looks one way and then the other stays there for a while.
    func canFollow(_ direction: Direction, at time: Double) -> Bool {
        guard count > 0 else { return true }
        let last = direction.isHorizontal ? horizontal.last : vertical.last
        guard let last, last != direction else { return true }
        return time - lastEnd <= max(Self.shortestStay, Self.stay * lastDuration)
    }

    /// Adds a swing that ended at `time`.
    /// - Parameters:
    ///   - isFull: it reached its threshold.
    ///   - verdict: what it is if it stands alone.
    mutating func add(_ stroke: Excursion.Stroke, isFull: Bool, at time: Double, alone verdict: Verdict,
                      _ configuration: GestureConfiguration) {
        let direction = stroke.direction, distance = stroke.distance
        wait(after: stroke.duration, verdict.journey, endingAt: time, configuration)
        if distance >= Self.least * max(vertical.furthest, horizontal.furthest) {
            if direction.isHorizontal {
                horizontal.add(direction, distance, isFull: isFull)
            } else {
                vertical.add(direction, distance, isFull: isFull)
            }
        }
        if count == 0 { first = verdict } else if count == 1 { second = verdict }
        count += 1
    }

    /// Adds a swing that ended at `time` and was too short.
    mutating func addTwitch(_ rejection: Rejection, _ direction: Direction, _ journey: Journey, at time: Double,
                            _ configuration: GestureConfiguration) {
        wait(after: rejection.value, journey, endingAt: time, configuration)
        twitch = (direction, .rejection(rejection, journey))
    }

    /// Makes looks of these swings unclear: another movement followed at once, or one of them may be a twitch.
    mutating func blur() { isBlurred = true }

    private mutating func wait(after duration: Double, _ next: Journey, endingAt time: Double, _ configuration: GestureConfiguration) {
        journey = journey?.joined(with: next) ?? next
        deadline = time + min(configuration.resolve, max(Self.shortestWait, duration))
        lastEnd = time
        lastDuration = duration
    }

    /// Ends the waiting: emits what the swings were.
    func settle(_ configuration: GestureConfiguration, _ emit: (Verdict) -> Void) {
        guard let journey else { return }
        let isNod = configuration.nod && vertical.isFull && vertical.swings >= configuration.nodCount
            && vertical.negative > 0
        let isShake = configuration.shake && horizontal.isFull
            && horizontal.alternations >= configuration.shakeCount
        // Both axes are scored and the clearer one wins: a shake whose head dips is no yes.
        let (up, aside) = (vertical.furthest, horizontal.furthest)
        let ratio = configuration.offAxisRatio
        func refuse(_ rule: Rejection.Rule, _ value: Double, _ bound: Double, _ direction: Direction? = nil) {
            emit(.rejection(Rejection(rule: rule, value: value, bound: bound, direction: direction), journey))
        }
        if isNod, aside <= ratio * up {
            emit(.gesture(.nod(count: vertical.swings), journey))
        } else if isShake, up <= ratio * aside {
            emit(.gesture(.shake(count: horizontal.alternations), journey))
        } else if isNod || isShake {
            refuse(.offAxis, min(up, aside) / max(up, aside), ratio, up >= aside ? .down : .left)
        } else if !configuration.discrete, configuration.shake, horizontal.isFull, horizontal.alternations > 1, up <= ratio * aside {
            refuse(.tooFew, Double(horizontal.alternations), Double(configuration.shakeCount), .left)
        } else if let twitch {
            if count > 0 { refuse(.restless, Double(count + 1), 2) }
            emit(twitch.verdict)
        } else if count > 0 && isBlurred {
            refuse(.restless, Double(count + 1), 1)
        } else if count > 2 || horizontal.alternations > 1 {  // to one side and the other: a part of a shake
            refuse(.restless, Double(count), count > 2 ? 2 : 1)
        } else {
            if let first { emit(first) }
            if let second { emit(second) }
        }
    }

    /// Gives up what waits: says that it was interrupted.
    func interrupt(at time: Double, _ emit: (Verdict) -> Void) {
        guard let journey else { return }
        let side: Direction = vertical.furthest >= horizontal.furthest ? .down : .left
        emit(.rejection(Rejection(rule: .interrupted, value: time - journey.began, bound: 0, direction: count > 0 ? side : nil), journey))
    }
}
