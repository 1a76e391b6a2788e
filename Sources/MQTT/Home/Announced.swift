import GestureNames

/// What is configured, so that Home Assistant hears of it before it happens.
package struct Announced: Equatable, Sendable {
    package let outputs: Set<String>
    /// The events of the topic `gesture` that something is bound to: gestures of outputs, and nods and shakes, which answer questions. All of them if no
    /// output has a gesture: then the events themselves are what the machine is for.
    package let events: [String]

    /// - Parameter outputs: the gestures of each, as they are written.
    package init(_ outputs: [String: [String]] = [:]) {
        self.outputs = Set(outputs.keys)
        let bound = Set(outputs.values.joined().compactMap(HeadGesture.init).flatMap(Self.events))
        events = bound.isEmpty ? DeviceState.gestures : DeviceState.gestures.filter { bound.contains($0) || ["nod", "shake"].contains($0) }
    }

    private static func events(of gesture: HeadGesture) -> [String] {
        switch gesture {
        case .stroke(let way): ["look-" + way.rawValue]
        case .hold(let way): ["hold-" + way.rawValue, "release-" + way.rawValue]
        case .holdTilt(let side): ["hold-tilt-" + side.rawValue, "release-tilt-" + side.rawValue]
        case .holdExpression(let what): ["hold-" + what.rawValue, "release-" + what.rawValue]
        case .gaze: ["gaze-started", "gaze-stopped"]
        case .taught: ["taught"]
        case .tilt, .expression, .nod, .shake: [gesture.description]
        }
    }
}
