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
    package var type: String { gesture.types[phase == .ended ? 1 : 0] }
}

extension HeadGesture {
    /// Its types in the topic `gesture`: its name, and of what lasts the name of its end. Zones and taught movements have names that Home Assistant
    /// cannot know before, so each kind of them is one type.
    var types: [String] {
        let name = switch self {
        case .gaze: "gaze"
        case .taught: "taught"
        case .look, .hold, .nod, .shake, .tilt, .holdTilt, .expression, .holdExpression: description
        }
        return isHold || name == "gaze" ? [name, name + "-ended"] : [name]
    }
}
