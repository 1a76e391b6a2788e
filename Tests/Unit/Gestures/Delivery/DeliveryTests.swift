import Gestures
import Testing

@Suite("Delegate")
struct DeliveryTests {
    private final class Bell: GestureRecognizerDelegate {
        var rings = 0
        func didLook(_ direction: HeadDirection, distance: Double, duration: Double, at time: Double) {
            if direction == .left { rings += 1 }
        }
    }

    /// Records every call.
    private final class Notes: GestureRecognizerDelegate {
        var calls: [String] = []
        func didFindFace(at time: Double) { calls.append("found") }
        func didLoseFace(at time: Double) { calls.append("lost") }
        func didTimeOutCalibrating(jump: Double, at time: Double) { calls.append("timeout") }
        func didStartTracking(center: CalibrationCenter, at time: Double) { calls.append("tracking") }
        func didMove(from: HeadPoint, to: HeadPoint, center: HeadPoint, at time: Double) { calls.append("moved") }
        func didStartLooking(_ direction: HeadDirection, distance: Double, at time: Double) { calls.append("start \(direction)") }
        func didKeepLooking(_ direction: HeadDirection, distance: Double, at time: Double) { calls.append("keep \(direction)") }
        func didStopLooking(_ direction: HeadDirection, held: Double, reason: GestureEvent.StopReason, at time: Double) { calls.append("stop \(direction)") }
        func didLook(_ direction: HeadDirection, distance: Double, duration: Double, at time: Double) { calls.append("look \(direction)") }
        func didNod(count: Int, at time: Double) { calls.append("nod") }
        func didShake(count: Int, at time: Double) { calls.append("shake") }
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
        (.moved(from: HeadPoint(0, 0), to: HeadPoint(0, 0), center: HeadPoint(0, 0)), "moved"), (.lookStarted(.up, distance: 1), "start up"),
        (.lookMoved(.up, distance: 1), "keep up"), (.lookStopped(.up, held: 1, reason: .returned), "stop up"),
        (.look(.left, distance: 1, duration: 1), "look left"), (.nod(count: 2), "nod"), (.shake(count: 3), "shake"),
        (.rejected(Rejection(rule: .crept, value: 1, bound: 0)), "rejected 2.0"), (.armed(until: 9), "armed"), (.answer(.yes), "answer yes"),
        (.paused, "paused"), (.resumed, "resumed"), (.reset, "reset"),
    ] as [(GestureEvent.Kind, String)])
    func everything(kind: GestureEvent.Kind, call: String) {
        let notes = Notes()
        GestureEvent(time: 5, kind: kind, began: 2, ended: 4).send(to: notes)
        #expect(notes.calls == [call])
    }
}
