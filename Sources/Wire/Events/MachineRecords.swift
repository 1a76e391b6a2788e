/// An output has been switched: 1 on, 0 off.
package struct LineRecord: EventContent {
    package let name: String, value: Double

    package init(_ name: String, isOn: Bool) { (self.name, value) = (name, isOn ? 1 : 0) }

    package var isOn: Bool { value != 0 }

    package var words: String? { "    \(isOn ? "●" : "○") \(name) \(isOn ? "on" : "off")" }
}

/// An axis has moved: -1 to 1.
package struct AxisRecord: EventContent {
    package let name: String, value: Double

    package init(_ name: String, _ value: Double) { (self.name, self.value) = (name, value) }

    package var words: String? { "    ↔ \(name) at \((value * 100).rounded().whole) %" }
}

/// The loop's rates and cost.
package struct StatsRecord: EventContent {
    package let capture_fps: Double, detect_fps: Double, dropped: Int, cpu_percent: Double
    package let operating_point: String, limited_by: String
    package private(set) var battery_percent: Double?, hours_left: Double?, temperature: Double?

    package init(captured: Double, detected: Double, dropped: Int, cpu: Double, point: String, limit: String,
                 battery: Double? = nil, hours: Double? = nil, temperature: Double? = nil) {
        (capture_fps, detect_fps, self.dropped, cpu_percent) = (captured, detected, dropped, cpu)
        (operating_point, limited_by) = (point, limit)
        (battery_percent, hours_left, self.temperature) = (battery, hours, temperature)
    }

    package var words: String? {
        "\(detect_fps.tenths) of \(capture_fps.tenths) frames a second processed, \(dropped) dropped, \(cpu_percent.tenths) % of a core"
    }

    package var isForMachines: Bool { true }
}

/// The operating point has changed, and why.
package struct OperatingPointRecord: EventContent {
    package let from: String, to: String, reason: String

    package init(from: String, to: String, reason: String) { (self.from, self.to, self.reason) = (from, to, reason) }

    package var words: String? { "operating point \(from) → \(to) (\(reason))" }
}

/// Another configuration is in use: the profile's name, empty for the file itself.
package struct ConfiguredRecord: EventContent {
    package let profile: String

    package init(profile: String) { self.profile = profile }

    package var words: String? { "new configuration in force" + (profile.isEmpty ? "" : ": \(profile)") }
}

/// The person gets feedback.
package struct FeedbackRecord: EventContent {
    package let cue: String

    package init(cue: String) { self.cue = cue }

    package var words: String? { "    ♪ \(cue)" }
}

/// Something does not work: a word of docs/troubleshooting.md, and a sentence.
package struct FaultRecord: EventContent {
    package let what: String, detail: String

    package init(what: String, detail: String) { (self.what, self.detail) = (what, detail) }

    package var words: String? { "! \(what): \(detail)" }
}

/// What the camera sees is recorded, or no longer.
package struct RecordingRecord: EventContent {
    package let name: String, state: RecordingStep, reason: String?

    package init(_ state: RecordingStep, name: String, reason: String?) { (self.state, self.name, self.reason) = (state, name, reason) }

    package var words: String? { "\(state.words): \(name)" + (reason.map { ": \($0)" } ?? "") }
}

/// Settings on trial began or ended to hold, with their keys.
package struct TrialRecord: EventContent {
    package let state: TrialStep, changed: [String]

    package init(_ state: TrialStep, changed: [String]) { (self.state, self.changed) = (state, changed) }

    package var words: String? { "\(state.words)\(changed.isEmpty ? "" : ": ")\(changed.joined(separator: ", "))" }
}

/// A person's ordinary minutes: of this recording, and in total.
package struct RestRecord: EventContent {
    package let minutes: Double, total: Double, state: RestStep, reason: String?

    package init(_ state: RestStep, minutes: Double, total: Double, reason: String?) {
        (self.state, self.minutes, self.total, self.reason) = (state, minutes, total, reason)
    }

    package var words: String? {
        state == .forgotten ? state.words : "\(state.words)\(reason.map { ": \($0)" } ?? ""): \(minutes.tenths) minutes with a face, \(total.tenths) in all"
    }
}
