import Gestures
import Testing

@Suite("Delegate")
struct DeliveryTests {
    private final class Bell: GestureRecognizerDelegate {
        var rings = 0
        func didRecognise(_ gesture: HeadGesture, size: Double, duration: Double, at time: Double) {
            if gesture == .look(.left) { rings += 1 }
        }
    }

    /// Records every call.
    private final class Notes: GestureRecognizerDelegate {
        var calls: [String] = []
        func didFindFace(at time: Double) { calls.append("found") }
        func didLoseFace(at time: Double) { calls.append("lost") }
        func didTimeOutCalibrating(jump: Double, at time: Double) { calls.append("timeout") }
        func didStartTracking(center: CalibrationCenter, at time: Double) { calls.append("tracking") }
        func didMovePointer(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double) { calls.append("moved") }
        func didRecognise(_ gesture: HeadGesture, size: Double, duration: Double, at time: Double) { calls.append("\(gesture) \(size)") }
        func didBegin(_ gesture: HeadGesture, size: Double, at time: Double) { calls.append("\(gesture) begins") }
        func didKeep(_ gesture: HeadGesture, size: Double, at time: Double) { calls.append("\(gesture) goes on") }
        func didEnd(_ gesture: HeadGesture, held: Double, reason: GestureEvent.StopReason, at time: Double) { calls.append("\(gesture) \(reason.rawValue)") }
        func didReject(_ rejection: Rejection, began: Double, ended: Double, at time: Double) { calls.append("rejected \(ended - began)") }
        func didArm(until: Double, at time: Double) { calls.append("armed") }
        func didAnswer(_ answer: GestureAnswer, at time: Double) { calls.append("answer \(answer)") }
        func didPause(at time: Double) { calls.append("paused") }
        func didResume(at time: Double) { calls.append("resumed") }
        func didLoseEvents(at time: Double) { calls.append("reset") }
    }

    @Test("a delegate may implement only the methods that it needs")
    func delegate() {
        let bell = Bell()
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.2)
        driver.go(up: 0.3, for: 0.4)
        driver.go(for: 0.2)
        for event in driver.events { event.send(to: bell) }
        #expect(bell.rings == 1)
    }

    @Test("a delegate receives every event of the sequence", arguments: [
        (.faceFound, "found"), (.faceLost, "lost"), (.calibrationTimedOut(jump: 1), "timeout"),
        (.trackingStarted(center: CalibrationCenter(position: HeadPoint(1, 1), interocularDistance: 1)), "tracking"),
        (.pointer(from: HeadPoint(0, 0), to: HeadPoint(0, 0), center: HeadPoint(0, 0)), "moved"), (.began(.hold(.up), size: 1), "hold-up begins"),
        (.moved(.hold(.up), size: 1), "hold-up goes on"), (.ended(.hold(.up), held: 1, reason: .returned), "hold-up returned"),
        (.recognised(.look(.left), size: 1, duration: 1), "left 1.0"), (.recognised(.nod, size: 2, duration: 0.9), "nod 2.0"), (.recognised(.shake, size: 3, duration: 0.9), "shake 3.0"),
        (.rejected(Rejection(rule: .crept, value: 1, bound: 0)), "rejected 2.0"), (.armed(until: 9), "armed"), (.answer(.yes), "answer yes"),
        (.paused, "paused"), (.resumed, "resumed"), (.reset, "reset"),
    ] as [(GestureEvent.Kind, String)])
    func everything(kind: GestureEvent.Kind, call: String) {
        let notes = Notes()
        GestureEvent(time: 5, kind: kind, began: 2, ended: 4).send(to: notes)
        #expect(notes.calls == [call])
    }
}
