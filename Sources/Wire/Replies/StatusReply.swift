import GestureNames

/// The reply to `status`. A field with `??` is written as `null` if there is no value: pass it as `.some(value)`, since
/// `value?.field` alone may become the outer `nil`, and that field is left out.
package struct StatusReply: Codable, Sendable {
    package struct Fault: Codable, Sendable {
        package let t: Double, what: String, detail: String

        package init(t: Double, what: String, detail: String) {
            (self.t, self.what, self.detail) = (t, what, detail)
        }
    }

    package enum Gaze: String, Codable, Sendable {
        /// Nothing is bound to it.
        case off
        /// It must be calibrated first.
        case uncalibrated
        case calibrated
    }

    package struct Person: Codable, Equatable, Sendable {
        package let state: PersonRecord.State, name: String?

        package init(state: PersonRecord.State, name: String? = nil) {
            (self.state, self.name) = (state, name)
        }
    }

    package struct Recording: Codable, Sendable {
        package let name: String, left: Double

        package init(name: String, left: Double) {
            (self.name, self.left) = (name, left)
        }
    }

    /// Seconds.
    package let uptime: Double
    /// A ``StatusPattern``, or ``measuringRanges``.
    package var state: String
    package let face: Bool, calibrating: Bool, paused: Bool
    /// Who has stopped everything; `null` if nobody has. Whether everything is held that enables; `null` if nothing is wanted. How
    /// many clients hold enable; `null` unless one must.
    package var stopped: String?? = .some(nil), enabled: Bool?? = .some(nil), enabling: Int?? = .some(nil)
    /// What has begun and not ended: holds, and a look at a zone.
    package let held: [HeadGesture]
    /// The seconds left of a question, and the question.
    package let armed: Double??
    package var question: String?? = .some(nil), camera: String?? = .some(nil)
    package let profile: String
    /// Whose face is followed; `null` if nothing depends on it, or nobody is there.
    package var person: Person?? = .some(nil)
    /// The eye condition of looks and holds, by the file or by the range calibration.
    package let eyes: String
    /// The thresholds that range calibration has found, by movement; `nil` without any.
    package let ranges: [String: Double]?
    /// The gestures that something is bound to and that cannot fire as things are; `nil` from another version.
    package let impossible: [ImpossibleGesture]?
    /// Whether looks at zones count.
    package let gaze: Gaze
    /// The figures of the last ``StatsRecord``.
    package let capture_fps: Double?, detect_fps: Double?, dropped: Int?, cpu_percent: Double?
    package let operating_point: String?, limited_by: String?
    package let battery_percent: Double?, hours_left: Double?, temperature: Double?
    /// 0 or 1, and -1 to 1.
    package let outputs: [String: Int], axes: [String: Double]
    /// The gestures that were taught in this profile; `nil` from another version.
    package var taught: [String]?
    /// The gestures that are not looked for or that nobody can reach, taught ones too, each with the key that is why; `nil` from another version.
    package var off: [String: String]?
    /// Settings on trial, and a recording in progress.
    package var trial: TrialReply.Trial?? = .some(nil), recording: Recording?? = .some(nil)
    /// The head's rest position in pixels, and the eye distance there.
    package let center: [Double]?, iod: Double?
    /// The latest ones, oldest first.
    package let faults: [Fault]
    /// `nil` from another version.
    package let figures: RunningFigures?

    /// The state while ranges are measured, which no light shows.
    package static let measuringRanges = "measuring-ranges"
    /// The state while gaze is calibrated; likewise.
    package static let calibratingGaze = "calibrating-gaze"
    /// The state while a gesture is being taught; likewise.
    package static let teaching = "teaching"
    /// The state while a person is enrolled; likewise.
    package static let enrolling = "enrolling"

    /// What features know (``question``, ``camera``, ``person``, ``taught``, ``trial`` and ``recording``) they add themselves.
    package init(uptime: Double, state: String, face: Bool, calibrating: Bool, paused: Bool,
                 held: [HeadGesture], armed: Double?,
                 profile: String, eyes: String, ranges: [String: Double]?, impossible: [ImpossibleGesture], gaze: Gaze,
                 stats: StatsRecord?, outputs: [String: Int], axes: [String: Double],
                 center: [Double]?, iod: Double?, faults: [Fault], figures: RunningFigures) {
        (self.uptime, self.state, self.face, self.calibrating, self.paused) = (uptime, state, face, calibrating, paused)
        (self.held, self.armed) = (held, .some(armed))
        (self.profile, self.eyes, self.ranges, self.impossible, self.gaze) = (profile, eyes, ranges, impossible, gaze)
        (capture_fps, detect_fps, dropped, cpu_percent) = (stats?.capture_fps, stats?.detect_fps, stats?.dropped, stats?.cpu_percent)
        (operating_point, limited_by) = (stats?.operating_point, stats?.limited_by)
        (battery_percent, hours_left, temperature) = (stats?.battery_percent, stats?.hours_left, stats?.temperature)
        (self.outputs, self.axes, self.center, self.iod) = (outputs, axes, center, iod)
        (self.faults, self.figures) = (faults, figures)
    }
}
