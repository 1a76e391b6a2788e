// What keeps a gesture back that was recognised: talk, repeats, and bursts.

/// Remembers what fired lately. A cough or a spasm fires several times in a short while; then nothing may until the head
/// was calm.
struct Gate: Sendable {
    private var strokes = PerDirection(all: -Double.infinity)
    private var holds = PerDirection(all: -Double.infinity)
    private var nod = -Double.infinity
    private var shake = -Double.infinity
    /// How many fired since the first one of a burst, and when that was.
    private var burst = (count: 0, since: -Double.infinity)
    private var isLocked = false
    /// The lips of whoever is seen.
    var talk = Talk()

    /// Why this gesture may not fire now; `nil` when it may, and is counted.
    mutating func objection(to gesture: Gesture, at time: Double, _ configuration: GestureConfiguration) -> Rejection? {
        let talk = talk.speed(at: time), quiet = configuration.quietMouth(for: gesture)
        if quiet > 0, talk > quiet { return Rejection(rule: .talking, value: talk, bound: quiet, direction: gesture.direction) }
        if isLocked {
            return Rejection(rule: .burst, value: Double(burst.count), bound: Double(configuration.burstCount))
        }
        let pause = time - lastTime(of: gesture), least = configuration.filters[gesture].ignoreRepeat
        if pause < least { return Rejection(rule: .repeated, value: pause, bound: least) }
        if time - burst.since > configuration.burstTime { burst = (0, time) }
        burst.count += 1
        isLocked = burst.count >= configuration.burstCount
        ended(gesture, at: time)
        return nil
    }

    /// A gesture that lasts is over: the pause before its repetition counts from here.
    mutating func ended(_ gesture: Gesture, at time: Double) {
        switch gesture {
        case .stroke(let direction): strokes[direction] = time
        case .hold(let direction): holds[direction] = time
        case .nod: nod = time
        case .shake: shake = time
        }
    }

    /// The head is calm: a burst is over.
    mutating func open() {
        isLocked = false
    }

    private func lastTime(of gesture: Gesture) -> Double {
        switch gesture {
        case .stroke(let direction): strokes[direction]
        case .hold(let direction): holds[direction]
        case .nod: nod
        case .shake: shake
        }
    }
}
