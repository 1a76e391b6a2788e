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
        case .pointer, .moved: break
        default:
            history.append("\(event)")
            if history.count > 10 { history.removeFirst() }
        }
        switch event.kind {
        case .began(let gesture, _): begin(gesture, Self.kind(of: gesture), event)
        case .ended(let gesture, let held, _): end(gesture, held, event)
        case .moved(let gesture, _): require(open[gesture] != nil, "goes on without a beginning", gesture)
        case .paused, .faceLost, .trackingStarted: for gesture in open.keys { complain("is still held at \(event)", gesture) }
        default: break
        }
    }

    /// What cannot be held twice at the same time.
    private static func kind(of gesture: HeadGesture) -> String {
        switch gesture {
        case .hold: "turn"
        case .holdTilt: "tilt"
        case .holdExpression(let expression): expression.rawValue
        case .gaze: "gaze"
        case .look, .nod, .shake, .tilt, .expression, .taught: "\(gesture), which does not last"
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
