// The delegate: a bell that a nod rings and a hold to the left keeps ringing. Run it: swift run BellByNod
import Gestures

struct Bell: GestureRecognizerDelegate {
    mutating func didStartTracking(center: CalibrationCenter, at time: Double) { print("\(time): ready") }
    mutating func didNod(count: Int, at time: Double) { print("\(time): ding") }
    mutating func didStartLooking(_ direction: Direction, distance: Double, at time: Double) {
        if direction == .left { print("\(time): the bell is on") }
    }
    mutating func didStopLooking(_ direction: Direction, held: Double, reason: GestureEvent.StopReason, at time: Double) {
        if direction == .left { print("\(time): the bell is off, \(reason.rawValue)") }
    }
}

/// A head that rests, nods twice and looks to the left. A real program gets eyes and mouth from a face tracker, and
/// angles too if it has them.
func head(at time: Double) -> HeadSample {
    var left = 0.0, down = 0.0
    if (2..<3).contains(time) { down = (time * 4).truncatingRemainder(dividingBy: 2) < 1 ? 20 : 0 }
    if (5..<8).contains(time) { left = 25 }
    let pointer = HeadPointer(leftEye: Point(360 + left, 200 + down), rightEye: Point(290 + left, 200 + down),
                              mouth: Point(325 + left, 270 + down))
    return HeadSample(time: time, head: pointer)
}

@main
struct BellByNod {
    static func main() {
        var recognizer = GestureRecognizer()
        var bell = Bell()
        for frame in 0..<300 {
            recognizer.process(head(at: Double(frame) / 30)) { bell.receive($0) }
        }
        recognizer.stop(at: 10) { bell.receive($0) }
    }
}
