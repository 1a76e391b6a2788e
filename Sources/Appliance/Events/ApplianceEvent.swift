import Gestures
import Outputs
import Platform
import Wire

/// One event of the stream. ``EventRecord`` is its JSON line.
package enum ApplianceEvent: Equatable, Sendable {
    case gesture(GestureEvent)
    /// What tilt and face measure in a frame, if something uses them.
    case measures(time: Double, LiveMeasures)
    case line(LineChange)
    /// An axis moves. Few of these are reported, see ``AxisChange/isReported``.
    case axis(AxisChange)
    case stats(Stats)
    /// The operating point has changed: the points' names (or "idle", "stopped"), and why.
    case operatingPoint(time: Double, from: String, to: String, reason: String)
    /// Somebody has stopped everything, or released it.
    case stop(time: Double, by: String, isOver: Bool)
    /// The enable buttons are held, or no longer.
    case enable(time: Double, isHeld: Bool)
    /// Another configuration is in use: the profile's name, empty for the file itself.
    case configured(time: Double, profile: String)
    /// The person gets feedback by a sound or a light.
    case feedback(time: Double, Cue)
    /// A user's range is being measured.
    case range(time: Double, RangeReport)
    /// The user's gaze is being calibrated.
    case gaze(time: Double, GazeProgress)
    /// A gesture is being taught.
    case teach(time: Double, GestureName, TeachProgress)
    /// A person's ordinary minutes are being recorded as numbers.
    case rest(time: Double, RestProgress)
    /// Settings on trial began or ended to hold, with their keys.
    case trial(time: Double, TrialStep, changed: [String])
    /// Whose face is followed has become known, or unknown.
    case person(time: Double, PersonReport)
    /// A person is being enrolled: the name, and the progress.
    case enrolment(time: Double, name: String, EnrolmentReport)
    /// What the camera sees is being recorded, or no longer; why it failed.
    case recording(time: Double, RecordingStep, name: String, reason: String?)
    /// Something does not work; the appliance continues as well as it can.
    case fault(time: Double, what: FaultCode, detail: String)

    /// The loop's rates and cost, once a second while frames come in real time.
    package struct Stats: Equatable, Sendable {
        package var time: Double
        /// Frames a second that were captured, and that were processed.
        package var captureRate: Double
        package var detectionRate: Double
        /// Frames so far that came while another was being processed.
        package var dropped: Int
        /// Of one core.
        package var cpuPercent: Double
        package var operatingPoint: String
        /// What keeps the operating point from being the best one.
        package var limitedBy = "none"
        /// If known: charge, hours left at the present power, degrees Celsius.
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

    package init(_ change: OutputChange) {
        switch change {
        case .line(let change): self = .line(change)
        case .axis(let change): self = .axis(change)
        }
    }

    /// The change of an output or axis in it.
    var change: OutputChange? {
        switch self {
        case .line(let change): .line(change)
        case .axis(let change): .axis(change)
        default: nil
        }
    }

    /// Whether it comes with each frame, for programs that draw the head and the face.
    package var isRaw: Bool {
        switch self {
        case .gesture(let event): if case .pointer = event.kind { true } else { false }
        case .measures: true
        default: false
        }
    }

    /// Whether it is also for listeners, and not only for devices.
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
        case .measures(let time, _): time
        case .line(let change): change.time
        case .axis(let change): change.time
        case .stats(let stats): stats.time
        case .operatingPoint(let time, _, _, _): time
        case .stop(let time, _, _): time
        case .enable(let time, _): time
        case .configured(let time, _): time
        case .feedback(let time, _): time
        case .range(let time, _): time
        case .gaze(let time, _): time
        case .teach(let time, _, _): time
        case .rest(let time, _): time
        case .trial(let time, _, _): time
        case .person(let time, _): time
        case .enrolment(let time, _, _): time
        case .recording(let time, _, _, _): time
        case .fault(let time, _, _): time
        }
    }
}
