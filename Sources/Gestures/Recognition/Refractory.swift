/// Withholds recognised gestures while the lips move, after a burst, and within a gesture's refractory period (`ignore_repeat`). A cough or
/// a spasm fires several gestures at once; after such a burst nothing passes until the head is still.
struct Refractory: Sendable {
    /// When each gesture last fired, or ended.
    private var last = PerGesture(all: -Double.infinity)
    /// Number of gestures in the current burst interval, and its beginning.
    private var burst = (count: 0, since: -Double.infinity)
    private var isLocked = false
    var speech = SpeechDetector()

    /// The objection to a gesture while the lips move.
    func talking(during gesture: HeadGesture, at time: Double, _ configuration: GestureConfiguration) -> Rejection? {
        let speed = speech.speed(at: time, configuration.rules), quiet = configuration.quietMouth(for: gesture)
        // Lips that open or stretch as a gesture move; whether they spoke before is judged with the movement.
        guard quiet > 0, speed > quiet, gesture.expression?.movesLips != true else { return nil }
        return Rejection(rule: .talking, value: speed, bound: quiet, direction: gesture.direction)
    }

    /// Why this gesture may not fire now, if nothing else but the lips can object; otherwise it is counted.
    mutating func anyObjection(to gesture: HeadGesture, at time: Double, _ configuration: GestureConfiguration) -> Rejection? {
        talking(during: gesture, at: time, configuration) ?? objection(to: gesture, at: time, configuration)
    }

    /// Why this gesture may not fire now although nothing else objects; `nil` if it may, and then it is counted.
    mutating func objection(to gesture: HeadGesture, at time: Double, _ configuration: GestureConfiguration) -> Rejection? {
        if isLocked {
            return Rejection(rule: .burst, value: Double(burst.count), bound: Double(configuration.burstCount))
        }
        let pause = time - last[gesture], least = configuration.filters[gesture].ignoreRepeat
        if pause < least, pause > -least { return Rejection(rule: .repeated, value: pause, bound: least) }
        if time - burst.since > configuration.burstTime { burst = (0, time) }
        burst.count += 1
        isLocked = burst.count >= configuration.burstCount
        last[gesture] = time
        return nil
    }

    /// Starts the refractory period of a continuous gesture that has ended.
    mutating func ended(_ gesture: HeadGesture, at time: Double) { last[gesture] = time }

    /// Ends a burst, because the head is still.
    mutating func unlock() { isLocked = false }
}
