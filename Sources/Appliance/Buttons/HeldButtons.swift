/// Which stop and enable buttons are held, and what follows from that. A value without a clock.
struct HeldButtons {
    /// What a change of a stop button means.
    enum Meaning {
        case nothing, stop, release
    }

    /// A stop ends by a press of that length, as the button is let go: a hand that stays on the button in fear releases nothing.
    static let releaseTime = 3.0
    /// Such a press begins that long after the stop and after any press before it: so does no second blow on the button.
    static let restTime = 2.0

    /// Since when each is held, in seconds on the monotonic clock.
    private var since: [String: Double] = [:]
    /// Of a stop button.
    private var lastPress = -Double.infinity

    /// - Parameter stopped: when everything was stopped; `nil` if it is not.
    mutating func take(stop change: ButtonChange, stopped: Double?) -> Meaning {
        let name = change.input.name
        guard !change.isPress else {
            // One that stops, or comes soon after it or after another one, is part of stopping.
            let isPart = stopped.map { change.time - max($0, lastPress) < Self.restTime } ?? true
            since[name] = isPart ? .infinity : change.time
            lastPress = change.time
            return .stop
        }
        let begin = since.removeValue(forKey: name) ?? .infinity
        return stopped != nil && !change.isLate && change.time - begin >= Self.releaseTime ? .release : .nothing
    }

    /// A press that is late does not enable: the button must be pressed anew.
    mutating func take(enable change: ButtonChange) {
        since[change.input.name] = change.isPress && !change.isLate ? change.time : nil
    }

    /// It does not work any more.
    mutating func lose(_ input: InputConfiguration) { since[input.name] = nil }

    mutating func loseAll() { since = [:] }

    func holds(_ input: InputConfiguration) -> Bool { since[input.name] != nil }
}
