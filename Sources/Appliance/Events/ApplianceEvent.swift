import Gestures
import Outputs
import Platform

/// One event of the stream. ``EventRecord`` is its line of JSON.
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
    /// Something is wrong, and the appliance goes on as well as it can.
    case fault(time: Double, what: FaultCode, detail: String)

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

    init(_ change: OutputChange) {
        switch change {
        case .line(let change): self = .line(change)
        case .axis(let change): self = .axis(change)
        }
    }

    /// The change of an output or axis that it reports.
    var change: OutputChange? {
        switch self {
        case .line(let change): .line(change)
        case .axis(let change): .axis(change)
        default: nil
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
}
