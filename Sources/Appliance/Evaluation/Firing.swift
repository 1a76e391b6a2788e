// A gesture that fired, as evaluation counts it.
import Gestures

/// A gesture that the recogniser reported.
package struct Firing: Equatable, Sendable {
    package let time: Double
    package let gesture: GestureName

    package init(time: Double, gesture: GestureName) {
        self.time = time
        self.gesture = gesture
    }

    /// A stroke or the beginning of a hold; `nil` for every other event.
    init?(_ event: ApplianceEvent) {
        guard case .gesture(let event) = event else { return nil }
        time = event.time
        switch event.kind {
        case .look(let direction, _, _): gesture = .stroke(direction)
        case .lookStarted(let direction, _): gesture = .hold(direction)
        default: return nil
        }
    }
}

extension LabelledGesture {
    /// Whether this gesture is a right answer to the label.
    func accepts(_ gesture: GestureName) -> Bool {
        switch (self, gesture) {
        case (.stroke(let a), .stroke(let b)), (.hold(let a), .hold(let b)): a == b
        case (.any(let a), .stroke(let b)), (.any(let a), .hold(let b)): a == b
        default: false
        }
    }
}
