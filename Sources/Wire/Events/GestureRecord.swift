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

    package let phase: Phase
    package let gesture: HeadGesture
    /// When its movement began, in seconds of the stream; `nil` if that is not known, or an earlier event has said it.
    package private(set) var began: Double?
    /// How far, in the unit of the gesture's threshold.
    package private(set) var size: Double?
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
        (self.phase, self.gesture, self.began, self.size, self.duration) = (phase, gesture, began, size, duration)
        (self.held, self.likeness, self.count, self.reason) = (held, likeness, count, reason)
    }

    package var isForMachines: Bool { phase == .moved }

    package var words: String? {
        switch phase {
        case .moved: return nil
        case .began: return "\(gesture.sign) \(gesture.title) begins" + (gesture.sizeWords(size).map { ", \($0)" } ?? "")
        case .ended:
            guard let held, let reason else { return nil }
            return "\(gesture.sign) \(gesture.title) ends after \(held.tenths) s (\(reason.words))"
        case .recognised:
            let parts = [gesture.title, gesture.sizeWords(size), likeness.map { "likeness \($0.hundredths)" }, duration.map { "\($0.tenths) s" },
                         count.map { "\($0) swings" }]
            return "\(gesture.sign) \(parts.compactMap(\.self).joined(separator: ", "))"
        }
    }
}

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

    /// A size in the unit of the threshold; `nil` where that says nothing to a person.
    fileprivate func sizeWords(_ size: Double?) -> String? {
        switch self {
        case .look, .hold: size.map { "\($0.hundredths) eye distances" }
        case .tilt, .holdTilt: size.map { "\($0.whole)°" }
        case .expression, .holdExpression, .gaze, .taught, .nod, .shake: nil
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
