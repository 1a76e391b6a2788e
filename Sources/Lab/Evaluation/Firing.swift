// A gesture that fired, as evaluation counts it.
import Gestures

/// A gesture that the recogniser reported.
package struct Firing: Equatable, Sendable {
    package let time: Double
    package let gesture: HeadGesture

    package init(time: Double, gesture: HeadGesture) {
        self.time = time
        self.gesture = gesture
    }

    /// A gesture that fires; `nil` for every other event.
    init?(_ event: GestureEvent) {
        guard let gesture = event.kind.gesture else { return nil }
        self.init(time: event.time, gesture: gesture)
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
