// An event read back from its line, to be put into words far from where it happened.
import FoundationEssentials
import Gestures
import Outputs

/// The fields that a line of the event stream may have.
package struct EventRecord: Decodable {
    package let t: Double
    package let event: String
    private let direction: String?, reason: String?, name: String?, what: String?, detail: String?, from: String?, to: String?
    private let operating_point: String?, profile: String?, step: String?, rule: String?, key: String?, cue: String?
    private let distance: Double?, held: Double?, duration: Double?, jump: Double?, until: Double?, iod: Double?
    private let capture_fps: Double?, detect_fps: Double?, cpu_percent: Double?, reach: Double?, noise: Double?, threshold: Double?
    private let bound: Double?, enough: Double?
    private let value: Value?
    private let count: Int?, dropped: Int?
    private let kept: Bool?
    private let center: [Double]?

    /// A line's value is a number, an answer's a word.
    private enum Value: Decodable {
        case number(Double), word(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Double.self) { self = .number(number) } else { self = .word(try value.decode(String.self)) }
        }
    }

    /// The line's words: those of the event, or the line itself where it is none of ours. `nil` for what only machines want.
    package static func words(of line: String) -> String? {
        guard let record = try? JSONDecoder().decode(EventRecord.self, from: Data(line.utf8)) else { return line }
        if ["moved", "look-moved", "stats"].contains(record.event) { return nil }
        return record.applianceEvent.map { $0.words } ?? line
    }

    /// The event; `nil` for one of another version, or one that only machines want.
    package var applianceEvent: ApplianceEvent? {
        if let kind = gesture { return .gesture(GestureEvent(time: t, kind: kind)) }
        switch event {
        case "line":
            guard let name, case .number(let value) = value else { return nil }
            return .line(LineChange(time: t, name: name, value: value != 0))
        case "axis":
            guard let name, case .number(let value) = value else { return nil }
            return .axis(AxisChange(time: t, name: name, value: value, rests: value == 0))
        case "operating-point":
            guard let from, let to, let reason else { return nil }
            return .operatingPoint(time: t, from: from, to: to, reason: reason)
        case "configured": return profile.map { .configured(time: t, profile: $0) }
        case "fault":
            guard let what, let detail else { return nil }
            return .fault(time: t, what: what, detail: detail)
        case "feedback": return cue.flatMap(Cue.init).map { .feedback(time: t, $0) }
        case "range", "range-found": return range.map { .range(time: t, $0) }
        default: return nil
        }
    }

    private var way: HeadDirection? { direction.flatMap(HeadDirection.init) }

    private var gesture: GestureEvent.Kind? {
        switch event {
        case "face-found": return .faceFound
        case "face-lost": return .faceLost
        case "paused": return .paused
        case "resumed": return .resumed
        case "reset": return .reset
        case "tracking-started":
            guard let center, center.count == 2, center.allSatisfy({ $0.magnitude < 1e6 }), let iod else { return nil }
            return .trackingStarted(center: CalibrationCenter(position: HeadPoint(center[0], center[1]), interocularDistance: iod.clamped))
        case "look-started":
            guard let way, let distance else { return nil }
            return .lookStarted(way, distance: distance)
        case "look-stopped":
            guard let way, let held, let reason = reason.flatMap(GestureEvent.StopReason.init) else { return nil }
            return .lookStopped(way, held: held, reason: reason)
        case "look":
            guard let way, let distance, let duration else { return nil }
            return .look(way, distance: distance, duration: duration)
        case "nod": return count.map { .nod(count: $0) }
        case "shake": return count.map { .shake(count: $0) }
        case "rejected":
            guard let rule = rule.flatMap(Rejection.Rule.init), case .number(let value) = value, let bound else { return nil }
            let remedy = key.flatMap { key in enough.map { Remedy(key: key, value: $0) } }
            return .rejected(Rejection(rule: rule, value: value, bound: bound, direction: way, remedy: remedy))
        case "calibration-timed-out": return jump.map { .calibrationTimedOut(jump: $0) }
        case "armed": return until.map { .armed(until: $0) }
        case "answer":
            guard case .word(let word) = value else { return nil }
            return GestureAnswer(rawValue: word).map { .answer($0) }
        default: return nil
        }
    }

    private var range: RangeReport? {
        switch (event, step) {
        case ("range-found", _):
            guard let way, let reach, let noise else { return nil }
            return .found(RangeCalibration.Finding(direction: way, reach: reach, noise: noise, threshold: threshold))
        case (_, "rest"): return .asks(nil)
        case (_, "reach"): return way.map { .asks($0) }
        case (_, "done"): return kept.map { .done(isKept: $0) }
        case (_, "cancelled"): return reason.map { .cancelled(reason: $0) }
        default: return nil
        }
    }
}

extension Double {
    /// What can be made a whole number.
    fileprivate var clamped: Double { Swift.min(Swift.max(self, -1e6), 1e6) }
}
