import GestureNames
import Platform
import Wire

extension GestureRecord {
    /// What the topic `gesture` says.
    /// - Parameter time: on the appliance's clock, in seconds.
    func payload(at time: Double) -> String {
        var fields = JSONValue.object(EventRecord(at: time, .gesture(self)).line.utf8) ?? [:]
        for name in ["v", "event"] { fields[name] = nil }
        fields["event_type"] = .text(type)
        switch gesture {
        case .gaze(let zone): fields["zone"] = .text(zone.description)
        case .taught: fields["name"] = .text(gesture.description)
        case .look, .hold, .nod, .shake, .tilt, .holdTilt, .expression, .holdExpression: break
        }
        return JSONValue.object(fields).line
    }

    /// One of ``DeviceState/gestures``.
    package var type: String {
        let word: String
        switch gesture {
        case .look(let way), .hold(let way): word = way.rawValue
        case .tilt(let side), .holdTilt(let side): word = "tilt-" + side.rawValue
        case .expression(let what), .holdExpression(let what): word = what.rawValue
        case .gaze: return phase == .ended ? "gaze-stopped" : "gaze-started"
        case .taught: return "taught"
        case .nod, .shake: return gesture.description
        }
        if phase == .ended { return "release-" + word }
        if case .look = gesture { return "look-" + word }
        return phase == .began ? "hold-" + word : word
    }
}
