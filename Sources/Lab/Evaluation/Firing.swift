// A gesture that fired, as evaluation counts it.
import Gestures
import Platform

/// A gesture that the recogniser reported.
package struct Firing: Equatable, Sendable {
    package let time: Double
    package let gesture: HeadGesture
    /// What the eyes did, if the gesture asks for that.
    package let eyes: EyeBehavior?

    package init(time: Double, gesture: HeadGesture, eyes: EyeBehavior? = nil) {
        self.time = time
        self.gesture = gesture
        self.eyes = eyes
    }

    /// "left at 3.2 s, eyes ahead"
    package var words: String { "\(gesture) at \(NumberFormat.text(time)) s" + (eyes.map { ", eyes \($0.rawValue)" } ?? "") }

    /// A gesture that fires; `nil` for every other event.
    init?(_ event: GestureEvent) {
        guard let gesture = event.kind.gesture else { return nil }
        self.init(time: event.time, gesture: gesture, eyes: event.eyes)
    }
}

extension LabelledGesture {
    /// Whether this gesture is a right answer to the label.
    func accepts(_ gesture: HeadGesture) -> Bool {
        switch (self, gesture) {
        case (.stroke(let a), .stroke(let b)), (.hold(let a), .hold(let b)): a == b
        case (.any(let a), .stroke(let b)), (.any(let a), .hold(let b)): a == b
        case (.nod, .nod), (.shake, .shake): true
        default: false
        }
    }
}
