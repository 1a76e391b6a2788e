// The asynchronous sequence, and a proportional axis: a page that the head scrolls and a shake sends back to its top.
// Run it: swift run ScrollByHead
import Gestures

@main
struct ScrollByHead {
    static func main() async {
        var axis = ProportionalAxis(.vertical), rest: CalibrationCenter?
        var offset = 0
        for await event in camera().gestures(withMoves: true) {
            switch event.kind {
            case .trackingStarted(let center):
                print("\(event.time): ready")
                rest = center
            case .pointer(_, let to, let center):
                rest?.position = center  // it follows the head slowly
                offset -= axis.add(rest?.offset(of: to), at: event.time)
            case .recognised(.shake, _, _): print("\(event.time): to the top")
            default: break
            }
        }
        print("scrolled by \(offset) points")
    }

    /// A head that rests, looks down for two seconds, and shakes. A real program's camera yields a sample for each frame.
    static func camera() -> AsyncStream<HeadSample> {
        AsyncStream { frames in
            for frame in 0..<300 {
                let time = Double(frame) / 30
                var left = 0.0, down = 0.0
                if (2..<4).contains(time) { down = 15 }
                if (6..<7.5).contains(time) { left = Int(time * 4) % 2 == 0 ? 20 : -20 }
                let pointer = HeadPointer(leftEye: HeadPoint(360 + left, 200 + down), rightEye: HeadPoint(290 + left, 200 + down),
                                          mouth: HeadPoint(325 + left, 270 + down))
                frames.yield(HeadSample(time: time, head: pointer))
            }
            frames.finish()
        }
    }
}
