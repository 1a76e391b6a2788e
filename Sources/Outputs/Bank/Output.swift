import Gestures
import Platform

/// The state of one output.
///
/// It is *wanted* while its gesture or state requests it, *active* from when it first goes on until it ends (for a blinking output also
/// between the flashes), and *on* or off.
struct Output: Sendable {
    /// A change that is caused by time alone.
    enum Step {
        case begin, end
        /// A blinking output goes on or off.
        case flash
        /// A pulse could not begin in time, and is dropped.
        case forget
    }

    /// Seconds after which a pulse that could not begin is dropped: the person would no longer connect it with the gesture.
    static let longestDelay = 1.0

    let configuration: OutputConfiguration
    private(set) var isOn: Bool
    private(set) var isWanted: Bool
    private(set) var isActive: Bool
    /// Time of its last end, also under another configuration.
    private(set) var endedAt = -Double.infinity
    /// Before this it may not go on, because of what another configuration had on.
    private(set) var notBefore = -Double.infinity
    /// Seconds after which a hold counts as one that nobody ends.
    private let longestHold: Double
    /// The last value of its state, once it is known.
    var stateValue: Bool?

    private var wantedAt = -Double.infinity
    private var beganAt = -Double.infinity
    private var flashedAt = 0.0
    /// When a pulse or a test ends.
    private var until = Double.infinity
    /// Seconds of a test that has not begun.
    private var testLength: Double?
    /// Until when it is not tested again.
    var restsUntil = -Double.infinity
    /// It is on for a test.
    private(set) var isTested = false

    /// Seconds that the recogniser may be late with the end of a hold.
    private static let lateness = 1.0

    /// - Parameter maxHold: seconds after which the recogniser ends every hold.
    init(_ configuration: OutputConfiguration, maxHold: Double) {
        self.configuration = configuration
        longestHold = configuration.isLevelOfGesture ? maxHold + Self.lateness : .infinity
        isOn = configuration.safe
        isWanted = configuration.safe
        isActive = configuration.safe
    }

    /// A gesture holds it.
    var isHeld: Bool { isOn && isWanted && configuration.isLevelOfGesture }

    /// Records that its gesture or state requests it, or no longer does.
    mutating func want(_ value: Bool, at time: Double) {
        isWanted = value
        wantedAt = time
        if isTested || testLength != nil {  // a gesture or a state goes before a test
            (isTested, testLength) = (false, nil)
            if isActive { until = .infinity }
        }
        if value, isActive, configuration.action == .pulse { until = time + configuration.pulse }
    }

    /// The next step, and its time.
    /// - Parameter free: the earliest time that its interlock allows.
    func next(freeAt free: Double) -> (Step, Double)? {
        guard isActive else {
            guard isWanted else { return nil }
            let moment = max(wantedAt, free, notBefore, endedAt + configuration.minOff)
            guard configuration.action == .pulse, moment > wantedAt + Self.longestDelay else {
                return moment < .infinity ? (.begin, moment) : nil
            }
            return (.forget, wantedAt + Self.longestDelay)
        }
        let end = isWanted ? deadline ?? .infinity : max(wantedAt, beganAt + configuration.minOn)
        guard configuration.action == .blink else { return end < .infinity ? (.end, end) : nil }
        let flash = flashedAt + configuration.period / 2
        return end <= flash ? (.end, end) : (.flash, flash)
    }

    /// The time at which it must end, even if it is still wanted.
    var deadline: Double? {
        guard isActive else { return nil }
        let end = min(until, configuration.maxOn > 0 ? beganAt + configuration.maxOn : .infinity, isWanted ? wantedAt + longestHold : .infinity)
        return end < .infinity ? end : nil
    }

    /// Handles a processed frame: the heartbeat changes if half a beat has passed since the last change. A late beat is not made up for.
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
        return turn(!isOn, at: time, .beat)
    }

    mutating func take(_ step: Step, at time: Double) -> LineChange? {
        switch step {
        case .begin:
            isActive = true
            beganAt = time
            flashedAt = time
            if configuration.action == .pulse { until = time + configuration.pulse }
            if let testLength {
                until = time + testLength
                isTested = true
                self.testLength = nil
            }
            return turn(true, at: time)
        case .flash:
            flashedAt = time
            return turn(!isOn, at: time, .flash)
        case .end:
            finish(at: time)
            return turn(false, at: time)
        case .forget:
            isWanted = false
            return nil
        }
    }

    /// Why it cannot be tested, as far as that is its own matter.
    func refusesTest(_ gate: OutputGate, at time: Double) -> String? {
        if configuration.safe { return "its safe state is on; nodline test-output tests it while nothing else runs" }
        if configuration.state == .heartbeat { return "it is a heartbeat, which only frames may drive" }
        if !gate.admits(configuration) { return "outputs are kept safe at the moment" }
        if isActive || isWanted { return "it is on already, or about to be" }
        return restsUntil > time ? "it rests after a test; wait for \(NumberFormat.text(restsUntil - time, decimals: 1)) s" : nil
    }

    /// Switches it on for some seconds at most, as soon as its times and its interlock allow it.
    mutating func test(for seconds: Double, at time: Double) {
        want(true, at: time)
        testLength = seconds
    }

    /// Keeps to the times of wires that were switched under another configuration.
    mutating func respect(_ wires: WireMemory) {
        (endedAt, restsUntil) = wires.times(of: configuration)
        notBefore = wires.free(for: configuration)
    }

    /// It waits for its dead time, as if another output of its interlock had been on until now.
    mutating func wait(from time: Double) {
        if !configuration.interlock.isEmpty { notBefore = max(notBefore, time + configuration.deadTime) }
    }

    /// Ends a test early, but not before its shortest time on.
    mutating func endTest(at time: Double) {
        if isActive, isTested { until = min(until, max(time, beganAt + configuration.minOn)) }
    }

    /// Drops a request that has not taken effect yet.
    mutating func forget() {
        if isActive == configuration.safe {
            isWanted = configuration.safe
            testLength = nil
        }
    }

    /// Goes into its safe state at once and is no longer wanted.
    mutating func fall(at time: Double) -> LineChange? {
        // The end of a heartbeat is reported even between two beats.
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
        (isTested, testLength) = (false, nil)
    }

    private mutating func turn(_ value: Bool, at time: Double, _ part: LineChange.Part = .whole) -> LineChange? {
        guard isOn != value else { return nil }
        isOn = value
        return LineChange(time: time, name: configuration.name, value: value, part: part)
    }
}

extension OutputConfiguration {
    /// Whether it is on only while this gesture lasts.
    func follows(_ gesture: HeadGesture) -> Bool { action == .level && gestures.contains(gesture) }

    /// Whether it may be on only while frames are processed: held outputs, states that indicate that the head is followed, heartbeats, and
    /// latched outputs with `on_stale = "safe"`. If the loop hangs, the dead-man timer makes these safe.
    package var needsFrames: Bool {
        if way != nil { return true }
        if !gestures.isEmpty { return action == .level || action.isLatched && onStale == .safe }
        return state == .ready || state == .tracking || state == .heartbeat
    }
}

extension OutputConfiguration {
    /// It tells people that nobody can call, which also holds when everything else is off.
    var isWarning: Bool { state == .alarm || state == .lowBattery }

    /// It tells people what goes on, or lights the face, and drives nothing: it stays as it is while everything else is stopped.
    var isSign: Bool { isWarning || [.paused, .cameraOn, .watched, .recording, .dark].contains(state) }

    /// It is on for as long as a gesture lasts, or a wheel turns.
    var isLevelOfGesture: Bool { action == .level && isDriven }

    /// The head drives it.
    var isDriven: Bool { !gestures.isEmpty || way != nil }
}
