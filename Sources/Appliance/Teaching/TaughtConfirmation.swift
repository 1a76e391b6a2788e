import Gestures

/// Decides which recognised movements were meant: those that the person did not undo within some seconds.
///
/// A pause, a calibration, a lost face or any other gesture in this time may undo one, and so may the same gesture again, which switches
/// a toggle back: then the movement before it is not taken as meant.
package struct TaughtConfirmation {
    /// Seconds within which a person undoes what they did not mean.
    package static let undoTime = 5.0

    package init() {}

    private var waiting: (name: GestureName, since: Double)?

    package mutating func hear(_ event: GestureEvent.Kind, at time: Double) {
        switch event {
        case .recognised(.taught(let name), _, _): waiting = (name, time)
        case .paused, .faceLost, .trackingStarted, .calibrationTimedOut: waiting = nil
        default: if event.gesture != nil { waiting = nil }
        }
    }

    /// The movement that has turned out to be meant, once.
    package mutating func confirmed(at time: Double) -> GestureName? {
        guard let (name, since) = waiting, time - since >= Self.undoTime else { return nil }
        waiting = nil
        return name
    }
}
