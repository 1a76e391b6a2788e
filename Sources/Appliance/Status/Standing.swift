import Gestures
import Wire

/// The appliance's present state, for outputs that follow a state and for the status light.
package struct Standing: Equatable, Sendable {
    /// A face is tracked and its rest position is known.
    package var isTracking = false
    package var isFacePresent = false
    /// Somebody has paused or stopped it, or an enable button is not held.
    package var isPaused = false
    package var halt = Halt()
    package var isArmed = false
    /// What a question takes from the person while it is open.
    package var questionCost = QuestionCost.nothing
    /// The person in the picture may act. Otherwise it is being recognised, or is a stranger.
    package var isAdmitted = true
    package var isRecognising = false
    /// The face has moved as a living one does, not too long ago. Otherwise it may be a picture: it cannot call.
    package var isLiving = true
    package var health = Health()

    package init() {}

    package init(_ recognizer: GestureRecognizer) {
        isFacePresent = recognizer.isFacePresent
        isTracking = recognizer.isFacePresent && !recognizer.isCalibrating
        isPaused = recognizer.isPaused
        isArmed = recognizer.armedUntil != nil
        isAdmitted = recognizer.isAdmitted
    }

    /// Everything works; only an absent user or a pause may keep gestures from counting.
    package var isWorking: Bool { !health.hasFault && !health.isBatteryCritical }

    /// Gestures count, and everything that they need works.
    package var isReady: Bool { isTracking && isAdmitted && isLiving && !isPaused && isWorking && !(isArmed && questionCost != .nothing) }

    /// Nobody could call, and nobody has chosen that: a pause is meant to be quiet, a fault during a pause is not.
    package var isAlarming: Bool {
        let canCall = isTracking && isAdmitted && isLiving && !(isArmed && questionCost == .everything)
        return !canCall && !isPaused || !isWorking
    }

    /// Why nobody's gesture counts now because somebody has wanted it so, for whoever asks for what they could do; `nil` if that is not so.
    /// - Parameter what: "a test is not possible".
    package func quiet(_ what: String) -> ControlError? {
        if let stop = halt.stop { return ControlError(.stopped, "\(what) while stopped by \(stop.by): `nodline release` first") }
        if halt.lacksEnable { return ControlError(.paused, "\(what) while the enable button is not held") }
        return isPaused ? ControlError(.paused, "\(what) while paused: `nodline resume` first") : nil
    }

    /// The light's pattern: the first of these conditions that is true.
    package var pattern: StatusPattern {
        if health.isBatteryCritical { return .critical }
        if halt.stop != nil { return .stopped }
        if health.hasFault { return .fault }
        if halt.lacksEnable { return .notEnabled }
        if isPaused { return .paused }
        if !isFacePresent { return .searching }
        if !isLiving { return .still }
        if !isAdmitted { return isRecognising ? .recognising : .stranger }
        if !isTracking { return .calibrating }
        if isArmed { return .armed }
        return health.isBatteryLow ? .low : .ready
    }
}

/// What is known of the devices and the battery.
package struct Health: Equatable, Sendable {
    /// Something that gestures need does not work: the camera, an output, a button.
    package var hasFault = false
    package var isBatteryLow = false
    package var isBatteryCritical = false

    package init() {}
}

/// The patterns of a status light.
package enum StatusPattern: String, CaseIterable, Sendable {
    case searching, still, calibrating, recognising, stranger, ready, paused, armed, fault, low, critical, stopped
    case notEnabled = "not-enabled"

    /// For people.
    package var words: String {
        switch self {
        case .searching: "searching for a face"
        case .still: "a face that does not move: is it a picture? Others are looked for"
        case .calibrating: "calibrating: keep the head still"
        case .recognising: "a face: is it known?"
        case .stranger: "somebody else: nothing fires"
        case .ready: "ready"
        case .paused: "paused: nothing fires"
        case .stopped: "stopped: everything is off until it is released"
        case .notEnabled: "the enable button is not held: nothing fires"
        case .armed: "a question is asked: nod or shake"
        case .fault: "fault: the camera, an output or a button does not work"
        case .low: "ready, the battery is low"
        case .critical: "the battery is empty: outputs are safe, the camera is off"
        }
    }

    /// Milliseconds on and off; `nil` for a steady light.
    package var blink: (on: Int, off: Int)? {
        switch self {
        case .searching: (100, 900)
        case .still: (1500, 500)
        case .calibrating: (250, 250)
        case .recognising: (125, 125)
        case .stranger: (500, 1500)
        case .ready: nil
        case .paused: (50, 1950)
        case .notEnabled: (100, 2900)
        case .stopped: (50, 450)
        case .armed: (750, 750)
        case .fault: (60, 60)
        case .low: (1900, 100)
        case .critical: (50, 4950)
        }
    }
}
