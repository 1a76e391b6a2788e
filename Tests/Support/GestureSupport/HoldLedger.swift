import Gestures

/// Checks that holds begin and end in pairs, from the events alone.
package struct HoldLedger: Sendable {
    /// When the holds began that have not ended, in seconds.
    package private(set) var open: [HeadGesture: Double] = [:]
    /// The number of holds that began, by kind.
    package private(set) var begun: [String: Int] = [:]
    package private(set) var complaints: [String] = []
    /// What happened last.
    private var history: [String] = []

    package init() {}

    package mutating func hear(_ event: GestureEvent) {
        switch event.kind {
        case .moved, .lookMoved, .tiltMoved: break
        default:
            history.append("\(event)")
            if history.count > 10 { history.removeFirst() }
        }
        switch event.kind {
        case .lookStarted(let direction, _): begin(.hold(direction), "turn", event)
        case .lookStopped(let direction, let held, _): end(.hold(direction), held, event)
        case .tiltStarted(let shoulder, _): begin(.holdTilt(shoulder), "tilt", event)
        case .tiltStopped(let shoulder, let held, _): end(.holdTilt(shoulder), held, event)
        case .expressionStarted(let expression, _): begin(.holdExpression(expression), expression.rawValue, event)
        case .expressionStopped(let expression, let held, _): end(.holdExpression(expression), held, event)
        case .gazeStarted(let zone): begin(.gaze(zone), "gaze", event)
        case .gazeStopped(let zone, let held, _): end(.gaze(zone), held, event)
        case .lookMoved(let direction, _): require(open[.hold(direction)] != nil, "goes on without a beginning", .hold(direction))
        case .tiltMoved(let shoulder, _): require(open[.holdTilt(shoulder)] != nil, "goes on without a beginning", .holdTilt(shoulder))
        case .paused, .faceLost, .trackingStarted: for gesture in open.keys { complain("is still held at \(event)", gesture) }
        default: break
        }
    }

    private mutating func begin(_ gesture: HeadGesture, _ kind: String, _ event: GestureEvent) {
        require(open[gesture] == nil, "began twice", gesture)
        open[gesture] = event.time
        begun[kind, default: 0] += 1
    }

    private mutating func end(_ gesture: HeadGesture, _ held: Double, _ event: GestureEvent) {
        guard let began = open.removeValue(forKey: gesture) else { return complain("ended without a beginning", gesture) }
        require(abs(held - max(0, event.time - began)) < 1e-6, "tells a wrong length", gesture)
    }

    /// Checks that the recogniser holds what the events say, and nothing while nothing may be held.
    package mutating func check(_ recognizer: GestureRecognizer) {
        for gesture in HeadGesture.all where gesture.isHold && recognizer.isHeld(gesture) { require(open[gesture] != nil, "is held, but did not begin", gesture) }
        if let zone = recognizer.heldZone { require(open[.gaze(zone)] != nil, "is held, but did not begin", .gaze(zone)) }
        for gesture in open.keys {
            require(recognizer.isHeld(gesture), "did not end, but is not held", gesture)
            require(!recognizer.isPaused && !recognizer.isCalibrating && recognizer.isAdmitted && recognizer.isFacePresent, "is held while nothing may be", gesture)
        }
    }

    /// Requires that nothing is held, or none of these gestures.
    package mutating func requireEnd(_ why: String, where isMeant: (HeadGesture, _ began: Double) -> Bool = { _, _ in true }) {
        for (gesture, began) in open where isMeant(gesture, began) { complain("is held \(why)", gesture) }
    }

    package mutating func require(_ holds: Bool, _ what: @autoclosure () -> String, _ gesture: HeadGesture) { if !holds { complain(what(), gesture) } }

    private mutating func complain(_ what: String, _ gesture: HeadGesture) {
        guard complaints.count < 5 else { return }
        complaints.append("\(gesture) \(what), after: \(history.joined(separator: "; "))")
    }
}
