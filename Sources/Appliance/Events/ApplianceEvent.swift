// Everything that the appliance reports, as JSON and in words.
import Gestures
import Outputs
import Platform

/// One event of the stream (schema version 1).
package enum ApplianceEvent: Equatable, Sendable {
    case gesture(GestureEvent)
    case line(LineChange)
    /// An axis moves. Few of these are for listeners, see ``AxisChange/isReported``.
    case axis(AxisChange)
    case stats(Stats)
    /// Another way to run: the points' names (or "idle", "stopped"), and why.
    case operatingPoint(time: Double, from: String, to: String, reason: String)
    /// A configuration has been taken over while running: the profile's name, empty for the file itself.
    case configured(time: Double, profile: String)
    /// The person is told something by a sound or a light.
    case feedback(time: Double, Cue)
    /// A user's range is being measured.
    case range(time: Double, RangeReport)
    /// Something is wrong, and the appliance goes on as well as it can: a word for machines, and a sentence.
    case fault(time: Double, what: String, detail: String)

    /// What the loop achieves and costs, once a second while frames come in real time.
    package struct Stats: Equatable, Sendable {
        package var time: Double
        /// Frames a second that came, and that were looked at.
        package var captureRate: Double
        package var detectionRate: Double
        /// Frames so far that came while another was being worked on.
        package var dropped: Int
        /// Of one core.
        package var cpuPercent: Double
        package var operatingPoint: String
        /// What keeps it from being the best one.
        package var limitedBy = "none"
        /// Where they are known: charge, hours left at this use, degrees Celsius.
        package var batteryPercent: Double?
        package var hoursLeft: Double?
        package var temperature: Double?

        package init(time: Double, captureRate: Double, detectionRate: Double, dropped: Int, cpuPercent: Double,
                     operatingPoint: String) {
            self.time = time
            self.captureRate = captureRate
            self.detectionRate = detectionRate
            self.dropped = dropped
            self.cpuPercent = cpuPercent
            self.operatingPoint = operatingPoint
        }
    }

    /// Whether it is for listeners too, and not only for devices.
    package var isReported: Bool {
        switch self {
        case .line(let change): change.isReported
        case .axis(let change): change.isReported
        default: true
        }
    }

    /// Seconds since the stream began.
    package var time: Double {
        switch self {
        case .gesture(let event): event.time
        case .line(let change): change.time
        case .axis(let change): change.time
        case .stats(let stats): stats.time
        case .operatingPoint(let time, _, _, _): time
        case .configured(let time, _): time
        case .feedback(let time, _): time
        case .range(let time, _): time
        case .fault(let time, _, _): time
        }
    }

    /// The event as one line of JSON.
    package var json: String {
        var line = JSONLine()
        line.add("v", 1)
        line.add("t", time)
        switch self {
        case .gesture(let event): event.kind.describe(in: &line)
        case .line(let change):
            line.add("event", "line")
            line.add("name", change.name)
            line.add("value", change.value ? 1 : 0)
        case .axis(let change):
            line.add("event", "axis")
            line.add("name", change.name)
            line.add("value", change.value)
        case .stats(let stats):
            line.add("event", "stats")
            stats.describe(in: &line)
        case .operatingPoint(_, let from, let to, let reason):
            line.add("event", "operating-point")
            line.add("from", from)
            line.add("to", to)
            line.add("reason", reason)
        case .configured(_, let profile):
            line.add("event", "configured")
            line.add("profile", profile)
        case .feedback(_, let cue):
            line.add("event", "feedback")
            line.add("cue", cue.rawValue)
        case .range(_, let report): report.describe(in: &line)
        case .fault(_, let what, let detail):
            line.add("event", "fault")
            line.add("what", what)
            line.add("detail", detail)
        }
        return line.line
    }

    /// The event for a person on a terminal, or `nil` for one that only machines want.
    package var words: String? {
        let what: String
        switch self {
        case .gesture(let event):
            guard let text = event.kind.words else { return nil }
            what = text
        case .line(let change): what = "    \(change.value ? "●" : "○") \(change.name) \(change.value ? "on" : "off")"
        case .axis(let change): what = "    ↔ \(change.name) at \(Int((change.value * 100).rounded())) %"
        case .stats(let stats):
            what = "\(NumberFormat.text(stats.detectionRate, decimals: 1)) of "
                + "\(NumberFormat.text(stats.captureRate, decimals: 1)) frames a second processed, \(stats.dropped) dropped, "
                + "\(NumberFormat.text(stats.cpuPercent, decimals: 1)) % of a core"
        case .operatingPoint(_, let from, let to, let reason): what = "operating point \(from) → \(to) (\(reason))"
        case .configured(_, let profile): what = "new configuration in force" + (profile.isEmpty ? "" : ": \(profile)")
        case .feedback(_, let cue): what = "    ♪ \(cue)"
        case .range(_, let report): what = report.words
        case .fault(_, let fault, let detail): what = "! \(fault): \(detail)"
        }
        return time.asSeconds + "  " + what
    }
}

extension ApplianceEvent.Stats {
    /// Adds the figures, with their moment left out.
    func describe(in line: inout JSONLine) {
        line.add("capture_fps", captureRate)
        line.add("detect_fps", detectionRate)
        line.add("dropped", dropped)
        line.add("cpu_percent", cpuPercent)
        line.add("operating_point", operatingPoint)
        line.add("limited_by", limitedBy)
        if let batteryPercent { line.add("battery_percent", batteryPercent) }
        if let hoursLeft { line.add("hours_left", hoursLeft) }
        if let temperature { line.add("temperature", temperature) }
    }
}

extension Rejection {
    /// Adds the rule and its numbers, and the setting that would have been enough.
    func describe(in line: inout JSONLine) {
        line.add("rule", rule.rawValue)
        line.add("value", value)
        line.add("bound", bound)
        if let direction { line.add("direction", direction.rawValue) }
        guard let remedy else { return }
        line.add("key", remedy.key)
        line.add("enough", remedy.value)
    }
}

extension GestureEvent.Kind {
    fileprivate func describe(in line: inout JSONLine) {
        switch self {
        case .faceFound: line.add("event", "face-found")
        case .faceLost: line.add("event", "face-lost")
        case .trackingStarted(let center):
            line.add("event", "tracking-started")
            line.add("center", center.position)
            line.add("iod", center.interocularDistance)
        case .moved(let from, let to, let center):
            line.add("event", "moved")
            line.add("from", from)
            line.add("to", to)
            line.add("center", center)
        case .lookStarted(let direction, let distance):
            line.add("event", "look-started")
            line.add("direction", direction.rawValue)
            line.add("distance", distance)
        case .lookMoved(let direction, let distance):
            line.add("event", "look-moved")
            line.add("direction", direction.rawValue)
            line.add("distance", distance)
        case .lookStopped(let direction, let held, let reason):
            line.add("event", "look-stopped")
            line.add("direction", direction.rawValue)
            line.add("held", held)
            line.add("reason", reason.rawValue)
        case .look(let direction, let distance, let duration):
            line.add("event", "look")
            line.add("direction", direction.rawValue)
            line.add("distance", distance)
            line.add("duration", duration)
        case .nod(let count):
            line.add("event", "nod")
            line.add("count", count)
        case .shake(let count):
            line.add("event", "shake")
            line.add("count", count)
        case .rejected(let rejection):
            line.add("event", "rejected")
            rejection.describe(in: &line)
        case .calibrationTimedOut(let jump):
            line.add("event", "calibration-timed-out")
            line.add("jump", jump)
        case .paused: line.add("event", "paused")
        case .resumed: line.add("event", "resumed")
        case .armed(let until):
            line.add("event", "armed")
            line.add("until", until)
        case .answer(let answer):
            line.add("event", "answer")
            line.add("value", answer.rawValue)
        case .reset: line.add("event", "reset")
        }
    }

    fileprivate var words: String? {
        switch self {
        case .faceFound: "face found"
        case .faceLost: "face lost"
        case .trackingStarted(let center):
            "tracking: the head rests at \(Int(center.position.x)), \(Int(center.position.y)), "
                + "eyes \(Int(center.interocularDistance)) pixels apart"
        case .moved, .lookMoved: nil
        case .lookStarted(let direction, let distance):
            "\(direction.arrow) hold \(direction) begins, \(distance.asDistance)"
        case .lookStopped(let direction, let held, let reason):
            "\(direction.arrow) hold \(direction) ends after \(NumberFormat.text(held, decimals: 1)) s (\(reason.words))"
        case .look(let direction, let distance, let duration):
            "\(direction.arrow) look \(direction), \(distance.asDistance), \(NumberFormat.text(duration, decimals: 1)) s"
        case .nod(let count): "✓ nod, \(count) swings"
        case .shake(let count): "✗ shake, \(count) swings"
        case .rejected(let rejection): "  no gesture" + (rejection.direction.map { " \($0)" } ?? "") + ": \(rejection.words)"
        case .calibrationTimedOut(let jump):
            "the head is not still (it moves by \(jump.asDistance) from frame to frame); its median position is used"
        case .paused: "paused"
        case .resumed: "resumed"
        case .armed(let until): "question asked, until \(NumberFormat.text(until, decimals: 1)) s"
        case .answer(let answer): "answer: \(answer.rawValue)"
        case .reset: "some events were lost"
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

extension GestureEvent.StopReason {
    package var words: String {
        switch self {
        case .returned: "back to rest"
        case .faceLost: "face lost"
        case .framesStopped: "no more frames"
        case .paused: "paused"
        case .maxHold: "counted as a new posture"
        case .recalibrated: "calibrating"
        case .stopped: "stopped"
        }
    }
}

extension Double {
    /// Right-aligned seconds with two decimals: "   4.10 s".
    fileprivate var asSeconds: String {
        let hundredths = Int((self * 100).rounded())
        let text = "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text + " s"
    }

    fileprivate var asDistance: String { "\(NumberFormat.text((self * 100).rounded() / 100)) eye distances" }
}
