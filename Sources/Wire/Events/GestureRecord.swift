import GestureNames
import Platform

/// A gesture by its one name, in one of its phases.
package struct GestureRecord: EventContent {
    package enum Phase: String, Sendable {
        /// It is over and counts: a look, a nod, a shake, a tilt, a movement of the face, or a taught one.
        case recognised
        /// It lasts from now on: a hold, or a look at a zone.
        case began
        /// It still lasts, and its size has changed.
        case moved
        /// It is over. Everything that began ends once.
        case ended
    }

    package private(set) var phase = Phase.recognised
    package let gesture: HeadGesture
    /// When its movement began, in seconds of the stream; `nil` if that is not known, or an earlier event has said it.
    package private(set) var began: Double?
    /// How far, in the unit of the gesture's threshold: a look or a hold in IOD, a tilt in degrees, a movement of the face by its size.
    private var distance: Double?, degrees: Double?, size: Double?
    /// Seconds of the whole movement, and for which it was held.
    package private(set) var duration: Double?, held: Double?
    /// To the taught movement, 0…1.
    package private(set) var likeness: Double?
    /// Swings of a nod or shake.
    package private(set) var count: Int?
    /// Why it ended.
    package private(set) var reason: GestureStopReason?

    package init(_ phase: Phase, _ gesture: HeadGesture, began: Double? = nil, size: Double? = nil, duration: Double? = nil, held: Double? = nil,
                 likeness: Double? = nil, count: Int? = nil, reason: GestureStopReason? = nil) {
        (self.phase, self.gesture, self.began, self.duration) = (phase, gesture, began, duration)
        (self.held, self.likeness, self.count, self.reason) = (held, likeness, count, reason)
        if gesture.direction != nil { distance = size } else if gesture.isTilt { degrees = size } else { self.size = size }
    }

    package var isForMachines: Bool { phase == .moved }

    package var words: String? {
        switch phase {
        case .moved: return nil
        case .began: return "\(gesture.sign) \(gesture.title) begins" + (far.map { ", \($0)" } ?? "")
        case .ended:
            guard let held, let reason else { return nil }
            return "\(gesture.sign) \(gesture.title) ends after \(held.tenths) s (\(reason.words))"
        case .recognised:
            let parts = [gesture.title, far, likeness.map { "likeness \($0.hundredths)" }, duration.map { "\($0.tenths) s" },
                         count.map { "\($0) swings" }]
            return "\(gesture.sign) \(parts.compactMap(\.self).joined(separator: ", "))"
        }
    }

    /// `nil` where the size says nothing to a person.
    private var far: String? { distance.map { "\($0.hundredths) eye distances" } ?? degrees.map { "\($0.whole)°" } }
}

/// The phase is the event's name, the gesture its own; the other fields are written if there is such a figure.
extension GestureRecord {
    private enum CodingKeys: String, CodingKey { case gesture, distance, degrees, size, held, likeness, duration, count, reason, began }

    init(_ phase: Phase, from decoder: any Decoder) throws {
        try self.init(from: decoder)
        self.phase = phase
    }
}

extension HeadGesture: Codable {
    public init(from decoder: any Decoder) throws {
        guard let gesture = HeadGesture(try String(from: decoder)) else { throw JSONValue.Mismatch() }
        self = gesture
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension GestureStopReason: Codable {}

extension HeadGesture {
    /// In front of its words.
    var sign: String {
        switch self {
        case .look(let direction), .hold(let direction): direction.arrow
        case .tilt(let shoulder), .holdTilt(let shoulder): shoulder.arrow
        case .expression, .holdExpression: "○"
        case .gaze: "◎"
        case .taught: "◆"
        case .nod: "✓"
        case .shake: "✗"
        }
    }

    fileprivate var title: String {
        switch self {
        case .look(let direction): "look \(direction)"
        case .hold(let direction): "hold \(direction)"
        case .tilt(let shoulder): "tilt \(shoulder)"
        case .holdTilt(let shoulder): "hold-tilt \(shoulder)"
        case .gaze(let zone): "gaze at \(zone)"
        default: description
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

extension GestureStopReason {
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
