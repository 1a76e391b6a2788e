import Platform

/// What the appliance's events say about it, as the broker is told. Whatever no event has said yet is unknown.
package struct DeviceState: Equatable, Sendable {
    /// Seconds for which a fault counts as present after it was reported.
    package static let faultTime = 60.0

    package private(set) var face: Bool?, tracking: Bool?, paused: Bool?, camera: Bool?
    private var faultAt: Double?
    package private(set) var lastFault: [String: JSONValue] = [:]
    /// The figures of the last `stats` event, by its field names.
    package private(set) var figures: [String: JSONValue] = [:]
    /// Movements that the rules refused, since nodline-mqtt was started.
    package private(set) var refused = 0
    package private(set) var outputs: [String: Bool] = [:]

    private static let figureNames = ["battery_percent", "capture_fps", "cpu_percent", "detect_fps", "hours_left", "operating_point", "temperature"]

    package init() {}

    /// What an event means besides a changed state.
    package enum Effect: Equatable, Sendable {
        /// An event for the topic `gesture`: its type, and its fields.
        case gesture(String, [String: JSONValue])
        /// The answer to a question, whoever asked it: an event for the topic `answer`.
        case answer([String: JSONValue])
        case none
    }

    /// Takes an event of the appliance's stream.
    package mutating func take(_ event: [String: JSONValue], at time: Double) -> Effect {
        guard let name = event["event"]?.text else { return .none }
        let direction = event["direction"]?.text ?? "", shoulder = event["shoulder"]?.text ?? "", expression = event["expression"]?.text ?? ""
        switch name {
        case "face-found": face = true
        case "face-lost": (face, tracking) = (false, false)
        case "tracking-started": (face, tracking) = (true, true)  // also in a pause
        case "paused": paused = true
        case "resumed": paused = false
        case "rejected": refused += 1
        case "fault":
            faultAt = time
            lastFault = event.filter { ["what", "detail"].contains($0.key) }
        case "line":
            if let output = event["name"]?.text, case .number(let value)? = event["value"] { outputs[output] = value != 0 }
        case "stats":
            figures = event.filter { Self.figureNames.contains($0.key) }
            if case .number(let rate)? = figures["capture_fps"] { camera = rate > 0 }
        case "answer":
            guard let word = event["value"]?.text else { return .none }
            return .answer(event.filter { $0.key == "t" }.merging(["event_type": .text(word)]) { $1 })
        case "nod", "shake": return gesture(name, event)
        case "look": return gesture("look-" + direction, event)
        case "look-started": return gesture("hold-" + direction, event)
        case "look-stopped": return gesture("release-" + direction, event)
        case "tilt": return gesture("tilt-" + shoulder, event)
        case "tilt-started": return gesture("hold-tilt-" + shoulder, event)
        case "tilt-stopped": return gesture("release-tilt-" + shoulder, event)
        case "expression": return gesture(expression, event)
        case "expression-started": return gesture("hold-" + expression, event)
        case "expression-stopped": return gesture("release-" + expression, event)
        case "gaze-started", "gaze-stopped", "taught": return gesture(name, event)
        default: break
        }
        return .none
    }

    /// Nothing fires in a pause: if nothing was known about one, a gesture says that there is none.
    private mutating func gesture(_ type: String, _ event: [String: JSONValue]) -> Effect {
        if paused == nil, !type.hasPrefix("release-"), type != "gaze-stopped" { paused = false }
        return .gesture(type, event.filter { ["count", "degrees", "distance", "duration", "held", "likeness", "name", "reason", "size", "t", "zone"].contains($0.key) })
    }

    /// The events of the topic `gesture`.
    package static let gestures: [String] = ["nod", "shake", "gaze-started", "gaze-stopped", "taught"]
        + types(["look", "hold", "release"], ["left", "right", "up", "down"])
        + types(["tilt", "hold-tilt", "release-tilt"], ["left", "right"])
        + ["mouth", "eyes-closed", "brows", "smile"].flatMap { [$0, "hold-" + $0, "release-" + $0] }

    private static func types(_ kinds: [String], _ sides: [String]) -> [String] {
        kinds.flatMap { kind in sides.map { side in kind + "-" + side } }
    }

    /// The appliance has gone: only the counts remain.
    package mutating func forget() {
        let refused = refused
        self = DeviceState()
        self.refused = refused
    }

    /// The words of a status reply that no event has said yet.
    package mutating func take(status: [String: JSONValue]) {
        if case .flag(let value)? = status["face"] { face = value }
        if case .flag(let value)? = status["paused"] { paused = value }
        if case .flag(true)? = status["calibrating"] { tracking = false } else if let face { tracking = face }
        if case .object(let values)? = status["outputs"] { outputs = values.mapValues { $0 != .number(0) } }
    }

    /// The part of the state whose changes are sent at once.
    package func words(at time: Double) -> [String: JSONValue] {
        let fault = faultAt.map { time - $0 < Self.faultTime } ?? false
        return ["face": Self.word(face), "tracking": Self.word(tracking), "paused": Self.word(paused), "camera": Self.word(camera),
                "fault": Self.word(fault)]
    }

    /// As Home Assistant's binary sensors want it; `null` means unknown.
    private static func word(_ flag: Bool?) -> JSONValue { flag.map { .text($0 ? "ON" : "OFF") } ?? .null }
}
