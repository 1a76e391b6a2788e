import GestureNames
import Platform
import Wire

/// What the appliance's events say about it, as the broker is told. Whatever no event has said yet is unknown.
package struct DeviceState: Equatable, Sendable {
    /// Seconds for which a fault counts as present after it was reported.
    package static let faultTime = 60.0

    package private(set) var face: Bool?, tracking: Bool?, paused: Bool?, stopped: Bool?, camera: Bool?
    private var faultAt: Double?
    /// The appliance has said something.
    private var isHeard = false
    package private(set) var lastFault: [String: JSONValue] = [:]
    /// The figures of the last `stats` event, by its field names.
    package private(set) var figures: [String: JSONValue] = [:]
    /// Movements that the rules refused, since nodline-mqtt was started.
    package private(set) var refused = 0
    package private(set) var outputs: [String: Bool] = [:]
    /// The positions of axes, -1 to 1.
    package private(set) var axes: [String: Double] = [:]

    package init() {}

    /// What an event means besides a changed state.
    package enum Effect: Equatable, Sendable {
        /// An event for the topic `gesture`.
        case gesture(GestureRecord)
        /// The answer to a question, whoever asked it: an event for the topic `answer`.
        case answer(String)
        case none
    }

    /// Takes an event of the appliance's stream.
    package mutating func take(_ event: EventBody, at time: Double) -> Effect {
        isHeard = true
        switch event {
        case .faceFound: face = true
        case .faceLost: (face, tracking) = (false, false)
        case .trackingStarted: (face, tracking) = (true, true)  // also in a pause
        case .paused: paused = true
        case .resumed: (paused, stopped) = (false, false)  // a stop bars a pause from ending
        case .stopped: stopped = true
        case .released: stopped = false
        case .rejected: refused += 1
        case .fault(let fault): (faultAt, lastFault) = (time, ["what": .text(fault.what), "detail": .text(fault.detail)])
        case .line(let line): outputs[line.name] = line.isOn
        case .axis(let axis): axes[axis.name] = axis.value
        case .stats(let stats): (figures, camera) = (Self.figures(stats), stats.capture_fps > 0)
        case .answer(let answer): return .answer(answer.value)
        case .gesture(let gesture) where gesture.phase != .moved:
            // Nothing fires in a pause or a stop: if nothing was known about one, a gesture says that there is none.
            if gesture.phase != .ended { (paused, stopped) = (paused ?? false, stopped ?? false) }
            return .gesture(gesture)
        default: break
        }
        return .none
    }

    private static let numbers: [(name: String, value: @Sendable (StatsRecord) -> Double?)] = [
        ("capture_fps", { $0.capture_fps }), ("detect_fps", { $0.detect_fps }), ("cpu_percent", { $0.cpu_percent }),
        ("battery_percent", { $0.battery_percent }), ("hours_left", { $0.hours_left }), ("temperature", { $0.temperature }),
    ]

    private static func figures(_ stats: StatsRecord) -> [String: JSONValue] {
        var figures: [String: JSONValue] = ["operating_point": .text(stats.operating_point)]
        for number in numbers { figures[number.name] = number.value(stats).map(JSONValue.number) }
        return figures
    }

    /// The events of the topic `gesture`.
    package static let gestures: [String] = HeadGesture.all.flatMap(\.types) + ["gaze", "gaze-ended", "taught"]

    /// The appliance has gone: only the counts remain.
    package mutating func forget() {
        let refused = refused
        self = DeviceState()
        self.refused = refused
    }

    /// What a status reply says that no event has said yet.
    package mutating func take(_ status: StatusReply) {
        isHeard = true
        (face, paused, tracking) = (status.face, status.paused, status.face && !status.calibrating)
        stopped = status.stopped.flatMap { $0 } != nil  // null is read as absent
        outputs = status.outputs.mapValues { $0 != 0 }
    }

    /// The part of the state whose changes are sent at once, and a `null` for each figure: Home Assistant warns of what a template does not find.
    package func words(at time: Double) -> [String: JSONValue] {
        let fault = faultAt.map { time - $0 < Self.faultTime } ?? (isHeard ? false : nil)
        var words = Dictionary(uniqueKeysWithValues: Self.numbers.map { ($0.name, JSONValue.null) })
        for (name, flag) in [("face", face), ("tracking", tracking), ("paused", paused), ("stopped", stopped), ("camera", camera), ("fault", fault)] {
            words[name] = Self.word(flag)
        }
        return words
    }

    /// As Home Assistant's binary sensors want it; `null` means unknown.
    private static func word(_ flag: Bool?) -> JSONValue { flag.map { .text($0 ? "ON" : "OFF") } ?? .null }
}
