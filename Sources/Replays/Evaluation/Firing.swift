import Gestures
import Platform
import Traces

/// A gesture that fired in a clip.
package struct Firing: Equatable, Sendable {
    package let time: Double
    package let gesture: HeadGesture
    /// What the eyes did, if the gesture has an eye condition.
    package let eyes: EyeBehavior?

    package init(time: Double, gesture: HeadGesture, eyes: EyeBehavior? = nil) {
        self.time = time
        self.gesture = gesture
        self.eyes = eyes
    }

    /// "left at 3.2 s, eyes ahead"
    package var words: String { "\(gesture) at \(NumberFormat.text(time)) s" + (eyes.map { ", eyes \($0.rawValue)" } ?? "") }

    /// `nil` for an event that is not a gesture firing.
    init?(_ event: GestureEvent) {
        guard let gesture = event.kind.gesture else { return nil }
        self.init(time: event.time, gesture: gesture, eyes: event.eyes)
    }
}

extension LabelledGesture {
    /// Whether this gesture is a correct detection of the label.
    func accepts(_ gesture: HeadGesture) -> Bool {
        switch (self, gesture) {
        case (.look(let a), .look(let b)), (.hold(let a), .hold(let b)): a == b
        case (.any(let a), .look(let b)), (.any(let a), .hold(let b)): a == b
        case (.tilt(let a), .tilt(let b)), (.holdTilt(let a), .holdTilt(let b)): a == b
        case (.expression(let a), .expression(let b)), (.holdExpression(let a), .holdExpression(let b)): a == b
        case (.taught(let a), .taught(let b)): a == b
        case (.nod, .nod), (.shake, .shake): true
        default: false
        }
    }
}
