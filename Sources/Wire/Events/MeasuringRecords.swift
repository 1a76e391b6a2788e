import GestureNames
import Platform

/// A range calibration asks for a movement, or is over.
package struct RangeRecord: EventContent {
    package enum Step: String, Codable, Sendable { case rest, reach, done, cancelled }

    package let step: Step
    private let movement: String?
    /// In `done`: what looks and holds require of the eyes.
    package let eyes: String?
    package let kept: Bool?
    package let reason: String?

    /// - Parameter movement: the one that is asked for.
    package init(_ step: Step, _ movement: RangeMovement? = nil, eyes: String? = nil, kept: Bool? = nil, reason: String? = nil) {
        (self.step, self.movement, self.eyes, self.kept, self.reason) = (step, movement?.description, eyes, kept, reason)
    }

    package var words: String? {
        switch step {
        case .rest: "look straight ahead and keep still"
        case .reach: movement.flatMap { RangeMovement($0)?.request }
        case .done where kept == true && eyes == EyeCondition.ahead.rawValue:
            "done: these ranges apply from now on; looks and holds count while the eyes stay where they are"
        case .done where kept == true: "done: these ranges apply from now on"
        case .done: "done, but no movement can be told from rest; the ranges are unchanged"
        case .cancelled: reason.map { "cancelled: \($0); the ranges are unchanged" }
        }
    }
}

/// How far a movement went in a range calibration, in the unit of its threshold.
package struct RangeFoundRecord: EventContent {
    private let movement: String
    package let reach: Double, noise: Double
    /// Written as `null` if the movement cannot be told from rest.
    package let threshold: Double??
    private let text: String
    /// What the eyes did.
    package let eyes: String?

    private enum CodingKeys: String, CodingKey { case movement, reach, noise, threshold, text = "words", eyes }

    /// - Parameter eyes: `nil` for a movement that does not turn the head.
    package init(_ movement: RangeMovement, reach: Double, noise: Double, threshold: Double?, eyes: String?, words: String) {
        (self.movement, self.reach, self.noise, self.threshold, self.eyes, text) = (movement.description, reach, noise, .some(threshold), eyes, words)
    }

    package var words: String? { "  " + text }
}

extension RangeMovement {
    /// What the person is asked to do.
    fileprivate var request: String {
        switch self {
        case .turn(let way): "\(way.arrow) look \(way) as far as is comfortable, and back"
        case .tilt(let side): "\(side.arrow) tilt the head towards the \(side) shoulder as far as is comfortable, and back"
        case .expression(let expression): "○ \(expression.request)"
        }
    }
}

/// A gaze calibration asks for a point, or is over.
package struct GazeRecord: EventContent {
    package enum Step: String, Codable, Sendable { case look, done, cancelled }

    package let step: Step
    /// Which point, of how many, and where it is.
    package let point: Int?, points: Int?
    private let text: String?
    package let kept: Bool?, reason: String?

    private enum CodingKeys: String, CodingKey { case step, point, points, text = "words", kept, reason }

    package init(_ step: Step, point: Int? = nil, points: Int? = nil, words: String? = nil, kept: Bool? = nil, reason: String? = nil) {
        (self.step, self.point, self.points, text, self.kept, self.reason) = (step, point, points, words, kept, reason)
    }

    package var words: String? {
        switch step {
        case .look:
            guard let point, let points, let text else { return nil }
            return "look at \(text) (\(point) of \(points))"
        case .done where kept == true: return "done: gaze counts from now on"
        case .done: return reason.map { "not calibrated: \($0); nothing has changed" }
        case .cancelled: return reason.map { "cancelled: \($0); nothing has changed" }
        }
    }
}

/// A gesture is being taught.
package struct TeachRecord: EventContent {
    package enum Step: String, Codable, Sendable { case rest, next, found, dropped, computing, done, cancelled }

    /// As it is bound: `my-NAME`.
    package let name: String
    package let step: Step
    /// Which repetition, and of how many.
    package private(set) var point: Int?, points: Int?
    package private(set) var likeness: Double?
    /// Repetitions that were found again, seconds to wait, how often an hour the gesture is expected to fire by itself, the number that is not
    /// exceeded with 95 %, the hours of movement behind both, and what would help.
    package private(set) var found: Int?, seconds: Double?, per_hour: Double?, per_hour_95: Double?, hours: Double?, advice: [String]?
    private var text: String?
    package private(set) var kept: Bool?, reason: String?

    private enum CodingKeys: String, CodingKey {
        case name, step, point, points, likeness, found, seconds, per_hour, per_hour_95, hours, advice, text = "words", kept, reason
    }

    /// It goes on.
    package init(_ gesture: GestureName, step: Step, seconds: Double? = nil, point: Int? = nil, points: Int? = nil, likeness: Double? = nil) {
        (name, self.step) = ("\(HeadGesture.taught(gesture))", step)
        (self.seconds, self.point, self.points, self.likeness) = (seconds, point, points, likeness)
    }

    /// A repetition was dropped, or nothing was taught.
    package init(_ gesture: GestureName, step: Step, reason: String, words: String? = nil, kept: Bool? = nil) {
        self.init(gesture, step: step)
        (self.reason, text, self.kept) = (reason, words, kept)
    }

    /// It is taught: so many repetitions of so many were found again, and it is expected to fire by itself so often in an hour.
    package init(_ gesture: GestureName, found: Int, of points: Int, perHour: Double, upper95: Double, hours: Double, advice: [String], words: String) {
        self.init(gesture, step: .done)
        (kept, self.found, self.points, text) = (true, found, points, words)
        (per_hour, per_hour_95, self.hours, self.advice) = (perHour, upper95, hours, advice)
    }

    package var words: String? {
        switch step {
        case .rest: return "\(name): look straight ahead and keep still" + (seconds.map { " for \($0.shortest) seconds" } ?? "")
        case .next: return point.flatMap { point in points.map { "\(name): now, number \(point) of \($0)" } }
        case .found: return point.map { "  found number \($0)" + (likeness.map { ", \(($0 * 100).rounded().whole) % like the others" } ?? "") }
        case .dropped: return text.map { "  " + $0 }
        case .computing: return "\(name): that is all; the movement is compared with ordinary ones"
        case .done where kept == true: return text.map { "done: \(name) \($0)" }
        case .done: return text.map { "not taught: \($0)" }
        case .cancelled: return reason.map { "cancelled: \($0); nothing has changed" }
        }
    }
}
