// How things stand, for outputs that follow a state and for the status light.
import Gestures

/// What is so at a moment.
package struct Standing: Equatable, Sendable {
    /// A face is followed whose rest is known.
    package var isTracking = false
    package var isFacePresent = false
    package var isPaused = false
    package var isArmed = false
    /// Something does not work that gestures need: the camera, an output, a button.
    package var hasFault = false
    package var isBatteryLow = false
    package var isBatteryCritical = false

    package init() {}

    package init(_ recognizer: GestureRecognizer) {
        isFacePresent = recognizer.isFacePresent
        isTracking = recognizer.isFacePresent && !recognizer.isCalibrating
        isPaused = recognizer.isPaused
        isArmed = recognizer.armedUntil != nil
    }

    /// Nothing is in the way of gestures but the user: nobody there, or a pause.
    package var isWorking: Bool { !hasFault && !isBatteryCritical }

    /// Gestures count, and what hangs on them works.
    package var isReady: Bool { isTracking && !isPaused && isWorking }

    /// Nobody could call, and nobody has decided so: a pause is meant to be quiet, a fault in it is not.
    package var isAlarming: Bool { !isTracking && !isPaused || !isWorking }

    /// What the light shows: the first of these that is so.
    package var pattern: StatusPattern {
        if isBatteryCritical { return .critical }
        if hasFault { return .fault }
        if isPaused { return .paused }
        if !isFacePresent { return .searching }
        if !isTracking { return .calibrating }
        if isArmed { return .armed }
        return isBatteryLow ? .low : .ready
    }
}

/// What a status light shows.
package enum StatusPattern: String, CaseIterable, Sendable {
    case searching, calibrating, ready, paused, armed, fault, low, critical

    /// For people.
    package var words: String {
        switch self {
        case .searching: "searching for a face"
        case .calibrating: "calibrating: keep the head still"
        case .ready: "ready"
        case .paused: "paused: nothing fires"
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
        case .calibrating: (250, 250)
        case .ready: nil
        case .paused: (50, 1950)
        case .armed: (750, 750)
        case .fault: (60, 60)
        case .low: (1900, 100)
        case .critical: (50, 4950)
        }
    }
}
