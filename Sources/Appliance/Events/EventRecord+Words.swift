import FoundationEssentials
import Gestures
import Platform

extension EventRecord {
    /// A line's words, or the line itself if it is not an event. `nil` for an event that only machines need.
    package static func words(of line: String) -> String? {
        guard let record = try? JSONDecoder().decode(EventRecord.self, from: Data(line.utf8)) else { return line }
        return [.measures, .moved, .lookMoved, .tiltMoved, .stats].contains(record.kind) ? nil : record.sentence ?? line
    }

    /// The event for a person on a terminal; `nil` for one that only machines need, or that lacks a field.
    package var sentence: String? { text.map { t.asSeconds + "  " + $0 } }

    private var text: String? {
        switch kind {
        case nil, .measures, .moved, .lookMoved, .tiltMoved: return nil
        case .faceFound: return "face found"
        case .faceLost: return "face lost"
        case .trackingStarted:
            guard let point = center?.point, point.count == 2, let iod else { return nil }
            return "tracking: the head rests at \(point[0].whole), \(point[1].whole), eyes \(iod.whole) pixels apart"
        case .lookStarted, .lookStopped, .look: return look
        case .tilt, .tiltStarted, .tiltStopped: return tilted
        case .expression, .expressionStarted, .expressionStopped: return expressed
        case .gazeStarted: return zone.map { "◎ gaze at \($0) begins" }
        case .gazeStopped:
            guard let zone, let held, let reason = reason.flatMap(GestureEvent.StopReason.init) else { return nil }
            return "◎ gaze at \(zone) ends after \(held.tenths) s (\(reason.words))"
        case .gaze: return gaze
        case .taught:
            guard let name, let likeness, let duration else { return nil }
            return "◆ \(name), likeness \(NumberFormat.text((likeness * 100).rounded() / 100)), \(duration.tenths) s"
        case .nod: return count.map { "✓ nod, \($0) swings" }
        case .shake: return count.map { "✗ shake, \($0) swings" }
        case .rejected:
            guard let rule = rule.flatMap(Rejection.Rule.init), let value = value?.number, let bound else { return nil }
            let remedy = key.flatMap { key in enough.map { Remedy(key: key, value: $0) } }
            var rejection = Rejection(rule: rule, value: value, bound: bound, direction: way, remedy: remedy)
            rejection.shoulder = shoulder.flatMap(Shoulder.init)
            rejection.expression = expression.flatMap(FacialExpression.init)
            rejection.zone = zone.flatMap { GestureName($0) }
            if case .taught(let gesture)? = name.flatMap(HeadGesture.init) { rejection.taught = gesture }
            return "  not recognised" + (rejection.subject.map { " (\($0))" } ?? "") + ": \(rejection.words)"
        case .calibrationTimedOut:
            return jump.map { "the head is not still (it moves by \($0.asDistance) from frame to frame); its median position is used" }
        case .paused: return "paused"
        case .resumed: return "resumed"
        case .armed: return until.map { "question asked, until \($0.tenths) s" }
        case .answer: return (value?.word).map { "answer: \($0)" }
        case .reset: return "some events were lost"
        case .line, .axis, .configured, .feedback, .fault, .operatingPoint, .stats: return machinery
        case .range, .rangeFound: return range
        case .teach: return teaching
        case .rest:
            guard let step = state.flatMap(RestStep.init), let minutes, let total else { return nil }
            return step == .forgotten ? step.words : "\(step.words)\(reason.map { ": \($0)" } ?? ""): \(minutes.tenths) minutes with a face, \(total.tenths) in all"
        case .recognising, .recognised, .stranger, .recognitionUnavailable, .enrol: return person
        case .recording:
            guard let step = state.flatMap(RecordingStep.init), let name else { return nil }
            return "\(step.words): \(name)" + (reason.map { ": \($0)" } ?? "")
        case .trial: return state.flatMap(TrialStep.init).map { "\($0.words)\((changed ?? []).isEmpty ? "" : ": ")\((changed ?? []).joined(separator: ", "))" }
        }
    }

    private var way: HeadDirection? { direction.flatMap(HeadDirection.init) }

    private var look: String? {
        guard let way else { return nil }
        if kind == .lookStarted { return distance.map { "\(way.arrow) hold \(way) begins, \($0.asDistance)" } }
        if let held, let reason = reason.flatMap(GestureEvent.StopReason.init) {
            return "\(way.arrow) hold \(way) ends after \(held.tenths) s (\(reason.words))"
        }
        guard let distance, let duration else { return nil }
        return "\(way.arrow) look \(way), \(distance.asDistance), \(duration.tenths) s"
    }

    private var tilted: String? {
        guard let side = shoulder.flatMap(Shoulder.init) else { return nil }
        if kind == .tiltStarted { return degrees.map { "\(side.arrow) hold-tilt \(side) begins, \($0.whole)°" } }
        if let held, let reason = reason.flatMap(GestureEvent.StopReason.init) {
            return "\(side.arrow) hold-tilt \(side) ends after \(held.tenths) s (\(reason.words))"
        }
        guard let degrees, let duration else { return nil }
        return "\(side.arrow) tilt \(side), \(degrees.whole)°, \(duration.tenths) s"
    }

    private var expressed: String? {
        guard let expression else { return nil }
        if kind == .expressionStarted { return "○ hold-\(expression) begins" }
        if let held, let reason = reason.flatMap(GestureEvent.StopReason.init) {
            return "○ hold-\(expression) ends after \(held.tenths) s (\(reason.words))"
        }
        return duration.map { "○ \(expression), \($0.tenths) s" }
    }

    /// Events of the appliance itself.
    private var machinery: String? {
        if let what, let detail { return "! \(what): \(detail)" }
        if let from = from?.word, let to = to?.word, let reason { return "operating point \(from) → \(to) (\(reason))" }
        if let profile { return "new configuration in force" + (profile.isEmpty ? "" : ": \(profile)") }
        if let cue { return "    ♪ \(cue)" }
        if let detect_fps, let capture_fps, let dropped, let cpu_percent {
            return "\(detect_fps.tenths) of \(capture_fps.tenths) frames a second processed, \(dropped) dropped, \(cpu_percent.tenths) % of a core"
        }
        guard let name, let value = value?.number else { return nil }
        return kind == .axis ? "    ↔ \(name) at \((value * 100).rounded().whole) %"
            : "    \(value != 0 ? "●" : "○") \(name) \(value != 0 ? "on" : "off")"
    }

    private var person: String? {
        func measured() -> String? {
            guard let distance, let bound else { return nil }
            return "(\(NumberFormat.text(distance, decimals: 2)); the limit is \(NumberFormat.text(bound, decimals: 2)))"
        }
        switch kind {
        case .recognising: return "a face: is it known?"
        case .recognised: return name.flatMap { name in measured().map { "this is \(name) \($0)" } }
        case .stranger: return measured().map { (name.map { "this is \($0), who may not act " } ?? "a stranger: nothing fires ") + $0 }
        case .recognitionUnavailable:
            guard let reason, let counts else { return nil }
            return "not recognisable: \(reason); " + (counts ? "it counts all the same" : "nothing fires")
        default: return enrolment
        }
    }

    private var enrolment: String? {
        switch step {
        case "asks": words
        case "took": direction.map { "  ✓ \($0)" }
        case "waits": reason.map { "  waiting: \($0)" }
        case "done": name.flatMap { name in words.map { "\(name) is enrolled: \($0)" } }
        default: reason.map { "not enrolled: \($0); nothing has changed" }
        }
    }

    private var gaze: String? {
        switch step {
        case "look":
            guard let point, let points, let words else { return nil }
            return "look at \(words) (\(point) of \(points))"
        case "done" where kept == true: return "done: gaze counts from now on"
        case "done": return reason.map { "not calibrated: \($0); nothing has changed" }
        default: return reason.map { "cancelled: \($0); nothing has changed" }
        }
    }

    private var teaching: String? {
        guard let name else { return nil }
        switch step {
        case "rest": return "\(name): look straight ahead and keep still" + (seconds.map { " for \($0.shortest) seconds" } ?? "")
        case "next": return point.flatMap { point in points.map { "\(name): now, number \(point) of \($0)" } }
        case "found": return point.map { "  found number \($0)" + (likeness.map { ", \(($0 * 100).rounded().whole) % like the others" } ?? "") }
        case "dropped": return words.map { "  " + $0 }
        case "computing": return "\(name): that is all; the movement is compared with ordinary ones"
        case "done" where kept == true: return words.map { "done: \(name) \($0)" }
        case "done": return words.map { "not taught: \($0)" }
        default: return reason.map { "cancelled: \($0); nothing has changed" }
        }
    }

    private var reachWords: String? {
        if let way { return "\(way.arrow) look \(way) as far as is comfortable, and back" }
        if let side = shoulder.flatMap(Shoulder.init) { return "\(side.arrow) tilt the head towards the \(side) shoulder as far as is comfortable, and back" }
        return switch expression.flatMap(FacialExpression.init) {
        case .mouth: "○ open the mouth wide, and shut it"
        case .eyesClosed: "○ shut both eyes for a second, and open them"
        case .brows: "○ raise the brows, and let them down"
        case .smile: "○ smile, and stop"
        case nil: nil
        }
    }

    private var range: String? {
        switch step {
        case nil: words.map { "  " + $0 }
        case "rest": "look straight ahead and keep still"
        case "reach": reachWords
        case "done" where kept == true && eyes == EyeCondition.ahead.rawValue:
            "done: these ranges apply from now on; looks and holds count while the eyes stay where they are"
        case "done" where kept == true: "done: these ranges apply from now on"
        case "done": "done, but no movement can be told from rest; the ranges are unchanged"
        default: reason.map { "cancelled: \($0); the ranges are unchanged" }
        }
    }
}

extension HeadDirection {
    package var arrow: String {
        switch self {
        case .left: "←"
        case .right: "→"
        case .up: "↑"
        case .down: "↓"
        }
    }
}

extension Shoulder {
    package var arrow: String { self == .left ? "↶" : "↷" }
}

extension GestureEvent.StopReason {
    package var words: String {
        switch self {
        case .returned: "back to rest"
        case .faceLost: "face lost"
        case .lookedAway: "looked away"
        case .eyesUnknown: "the eyes were not seen"
        case .framesStopped: "no more frames"
        case .paused: "paused"
        case .maxHold: "counted as a new posture"
        case .recalibrated: "calibrating"
        case .notKnown: "it is not known who this is"
        case .stopped: "stopped"
        }
    }
}

extension Double {
    /// Right-aligned seconds with two decimals: "   4.10 s".
    fileprivate var asSeconds: String {
        let hundredths = Int(Swift.min(Swift.max((self * 100).rounded(), 0), 1e12))  // a record may come from anywhere
        let text = "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text + " s"
    }

    /// A truncated whole number, for pixels and per cent.
    fileprivate var whole: Int { Int(Swift.min(Swift.max(self, -1e6), 1e6)) }

    fileprivate var tenths: String { NumberFormat.text(self, decimals: 1) }

    fileprivate var asDistance: String { "\(NumberFormat.text((self * 100).rounded() / 100)) eye distances" }
}
