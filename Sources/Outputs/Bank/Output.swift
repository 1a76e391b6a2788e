// One output: what is wanted of it, and what its times make of that.
import Gestures

/// An output's state. It is *wanted* while its gesture or state asks for it, *active* from when it first goes on until it ends
/// (a blinking one also between its flashes), and *on* or off.
struct Output: Sendable {
    /// What happens to it by itself.
    enum Step {
        case begin, end
        /// A blinking one goes on or off.
        case flash
        /// What was asked for could not be in time, and is forgotten.
        case forget
    }

    /// A pulse that could not begin within so many seconds does not come any more: nobody would know where from.
    static let patience = 1.0

    let configuration: OutputConfiguration
    private(set) var isOn: Bool
    private(set) var isWanted: Bool
    private(set) var isActive: Bool
    /// When it ended last.
    private(set) var endedAt = -Double.infinity
    /// What its state was, once it is known.
    var stateValue: Bool?

    private var wantedAt = -Double.infinity
    private var beganAt = -Double.infinity
    private var flashedAt = 0.0
    /// When a pulse ends.
    private var until = Double.infinity

    init(_ configuration: OutputConfiguration) {
        self.configuration = configuration
        isOn = configuration.safe
        isWanted = configuration.safe
        isActive = configuration.safe
    }

    /// Something asks for it, or no longer.
    mutating func want(_ value: Bool, at time: Double) {
        isWanted = value
        wantedAt = time
        if value, isActive, configuration.action == .pulse { until = time + configuration.pulse }
    }

    /// What happens next, and when.
    /// - Parameter free: from when on it may be on.
    func next(freeAt free: Double) -> (Step, Double)? {
        guard isActive else {
            guard isWanted else { return nil }
            let moment = max(wantedAt, free, endedAt + configuration.minOff)
            guard configuration.action == .pulse, moment > wantedAt + Self.patience else {
                return moment < .infinity ? (.begin, moment) : nil
            }
            return (.forget, wantedAt + Self.patience)
        }
        let end = isWanted ? deadline ?? .infinity : max(wantedAt, beganAt + configuration.minOn)
        guard configuration.action == .blink else { return end < .infinity ? (.end, end) : nil }
        let flash = flashedAt + configuration.period / 2
        return end <= flash ? (.end, end) : (.flash, flash)
    }

    /// When it must end, however much it is wanted.
    var deadline: Double? {
        guard isActive else { return nil }
        let end = min(until, configuration.maxOn > 0 ? beganAt + configuration.maxOn : .infinity)
        return end < .infinity ? end : nil
    }

    /// A frame has been worked on: goes on or off when half a beat has passed since the last time. One that comes late is not
    /// made up for.
    mutating func beat(at time: Double) -> LineChange? {
        let half = 0.5 / configuration.rate
        guard isActive else {
            isActive = true
            isWanted = true
            flashedAt = time
            return turn(true, at: time)
        }
        guard time >= flashedAt + half else { return nil }
        flashedAt = time < flashedAt + 2 * half ? flashedAt + half : time
        return turn(!isOn, at: time, isReported: false)
    }

    mutating func take(_ step: Step, at time: Double) -> LineChange? {
        switch step {
        case .begin:
            isActive = true
            beganAt = time
            flashedAt = time
            if configuration.action == .pulse { until = time + configuration.pulse }
            return turn(true, at: time)
        case .flash:
            flashedAt = time
            return turn(!isOn, at: time)
        case .end:
            finish(at: time)
            return turn(false, at: time)
        case .forget:
            isWanted = false
            return nil
        }
    }

    /// What was asked for and has not come yet does not come any more.
    mutating func forget() {
        if isActive == configuration.safe { isWanted = configuration.safe }
    }

    /// Goes into its safe state at once, and is wanted no longer.
    mutating func fall(at time: Double) -> LineChange? {
        // The end of a heartbeat is told between two beats too.
        if isActive, configuration.state == .heartbeat { isOn = true }
        finish(at: time)
        isWanted = configuration.safe
        isActive = configuration.safe
        return turn(configuration.safe, at: time)
    }

    private mutating func finish(at time: Double) {
        if isActive { endedAt = time }
        isWanted = false
        isActive = false
        until = .infinity
    }

    private mutating func turn(_ value: Bool, at time: Double, isReported: Bool = true) -> LineChange? {
        guard isOn != value else { return nil }
        isOn = value
        return LineChange(time: time, name: configuration.name, value: value, isReported: isReported)
    }
}

extension OutputConfiguration {
    /// Whether it is on only while this gesture lasts.
    func follows(_ gesture: Gesture) -> Bool { action == .level && gestures.contains(gesture) }

    /// Whether frames must say that it may be on: what is held, what says that the head is followed, a heartbeat, and what was
    /// told to be safe without pictures. The dead-man timer sees to these when the loop does not.
    var needsFrames: Bool {
        if !gestures.isEmpty { return action == .level || action.isLatched && onStale == .safe }
        return state == .ready || state == .tracking || state == .heartbeat
    }
}
