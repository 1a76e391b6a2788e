// The delegate: a nod rings a bell, a hold to the left keeps it on. Run it: swift run BellByNod
import Gestures

final class Bell: GestureRecognizerDelegate {
    func didStartTracking(center: CalibrationCenter, at time: Double) { print("\(time): ready") }
    func didRecognise(_ gesture: HeadGesture, size: Double, duration: Double, at time: Double) {
        if gesture == .nod { print("\(time): ding") }
    }
    func didBegin(_ gesture: HeadGesture, size: Double, at time: Double) {
        if gesture == .hold(.left) { print("\(time): the bell is on") }
    }
    func didEnd(_ gesture: HeadGesture, held: Double, reason: GestureEvent.StopReason, at time: Double) {
        if gesture == .hold(.left) { print("\(time): the bell is off, \(reason.rawValue)") }
    }
}

/// Feed it with each frame's time and points; the delegate is called before `see` returns.
struct BellByNod {
    let bell = Bell()
    var recognizer = GestureRecognizer()

    mutating func see(leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint, at time: Double) {
        let head = HeadPointer(leftEye: leftEye, rightEye: rightEye, mouth: mouth)
        recognizer.process(HeadSample(time: time, head: head)) { [bell] in $0.send(to: bell) }
    }
}

@main
enum Main {
    /// A head that rests, nods twice and looks to the left. A real program gets eyes and mouth from a face tracker, and
    /// passes on the angles too if it has them.
    static func main() {
        var example = BellByNod()
        for frame in 0..<300 {
            let time = Double(frame) / 30
            let left = (5..<8).contains(time) ? 25.0 : 0
            let down = (2..<3).contains(time) && (time * 4).truncatingRemainder(dividingBy: 2) < 1 ? 20.0 : 0
            example.see(leftEye: HeadPoint(360 + left, 200 + down), rightEye: HeadPoint(290 + left, 200 + down),
                        mouth: HeadPoint(325 + left, 270 + down), at: time)
        }
        example.recognizer.stop(at: 10) { [bell = example.bell] in $0.send(to: bell) }
    }
}
