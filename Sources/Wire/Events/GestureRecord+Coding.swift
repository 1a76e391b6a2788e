import GestureNames
import Platform

/// The fields of schema 1: an event for each kind of gesture and phase.
extension GestureRecord {
    private enum Key: String, CodingKey { case name, direction, shoulder, expression, zone, degrees, size, distance, held, likeness, duration, count, reason, began }

    /// The event's name.
    var name: String {
        switch (gesture, phase) {
        case (.nod, _): "nod"
        case (.shake, _): "shake"
        case (.taught, _): "taught"
        case (.gaze, .ended): "gaze-stopped"
        case (.gaze, _): "gaze-started"
        case (.look, _), (.hold, _): "look" + ending
        case (.tilt, _), (.holdTilt, _): "tilt" + ending
        case (.expression, _), (.holdExpression, _): "expression" + ending
        }
    }

    private var ending: String {
        switch phase {
        case .recognised: ""
        case .began: "-started"
        case .moved: "-moved"
        case .ended: "-stopped"
        }
    }

    init(named name: String, from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let phase: Phase = switch parts.dropFirst().first {
        case nil: .recognised
        case "started": .began
        case "moved": .moved
        case "stopped": .ended
        default: throw JSONValue.Mismatch()
        }
        let word = switch parts[0] {
        case "nod", "shake": parts[0]
        case "taught": try fields.decode(String.self, forKey: .name)
        case "gaze": "gaze-" + (try fields.decode(String.self, forKey: .zone))
        case "look": (phase == .recognised ? "" : "hold-") + (try fields.decode(String.self, forKey: .direction))
        case "tilt": (phase == .recognised ? "tilt-" : "hold-tilt-") + (try fields.decode(String.self, forKey: .shoulder))
        case "expression": (phase == .recognised ? "" : "hold-") + (try fields.decode(String.self, forKey: .expression))
        default: throw JSONValue.Mismatch()
        }
        guard let gesture = HeadGesture(word) else { throw JSONValue.Mismatch() }
        let size = try fields.decodeIfPresent(Double.self, forKey: .distance) ?? fields.decodeIfPresent(Double.self, forKey: .degrees)
            ?? fields.decodeIfPresent(Double.self, forKey: .size)
        self.init(phase, gesture, began: try fields.decodeIfPresent(Double.self, forKey: .began), size: size, duration: try fields.decodeIfPresent(Double.self, forKey: .duration),
                  held: try fields.decodeIfPresent(Double.self, forKey: .held), likeness: try fields.decodeIfPresent(Double.self, forKey: .likeness),
                  count: try fields.decodeIfPresent(Int.self, forKey: .count),
                  reason: try fields.decodeIfPresent(String.self, forKey: .reason).flatMap(GestureStopReason.init))
    }

    package init(from decoder: any Decoder) throws { throw JSONValue.Mismatch() }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch gesture {
        case .taught: try fields.encode(gesture.description, forKey: .name)
        case .gaze(let zone): try fields.encode(zone.description, forKey: .zone)
        case .look(let way), .hold(let way):
            try fields.encode(way.rawValue, forKey: .direction)
            try fields.encodeIfPresent(size, forKey: .distance)
        case .tilt(let side), .holdTilt(let side):
            try fields.encode(side.rawValue, forKey: .shoulder)
            try fields.encodeIfPresent(size, forKey: .degrees)
        case .expression(let what), .holdExpression(let what):
            try fields.encode(what.rawValue, forKey: .expression)
            try fields.encodeIfPresent(size, forKey: .size)
        case .nod, .shake: break
        }
        try fields.encodeIfPresent(held, forKey: .held)
        try fields.encodeIfPresent(likeness, forKey: .likeness)
        try fields.encodeIfPresent(duration, forKey: .duration)
        try fields.encodeIfPresent(count, forKey: .count)
        try fields.encodeIfPresent(reason?.rawValue, forKey: .reason)
        try fields.encodeIfPresent(began, forKey: .began)
    }
}
