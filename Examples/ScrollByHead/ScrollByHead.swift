// The asynchronous sequence, and a proportional axis: a page that the head scrolls and a shake sends back to its top.
// Run it: swift run ScrollByHead
import Gestures

@main
struct ScrollByHead {
    static func main() async {
        var source = GestureEventSequence.Source()
        let page = Task { [events = source.events] in
            for await event in events {
                switch event.kind {
                case .trackingStarted: print("\(event.time): ready")
                case .shake: print("\(event.time): to the top")
                case .reset: print("\(event.time): too slow, some events are gone")
                default: break
                }
            }
        }
        var recognizer = GestureRecognizer()
        var axis = ProportionalAxis(.vertical)
        var offset = 0
        for frame in 0..<300 {
            try? await Task.sleep(nanoseconds: 1_000_000)  // the camera's pace
            let time = Double(frame) / 30
            // A head that rests, looks down for two seconds, and shakes.
            var left = 0.0, down = 0.0
            if (2..<4).contains(time) { down = 15 }
            if (6..<7.5).contains(time) { left = Int(time * 4) % 2 == 0 ? 20 : -20 }
            let pointer = HeadPointer(leftEye: HeadPoint(360 + left, 200 + down), rightEye: HeadPoint(290 + left, 200 + down),
                                      mouth: HeadPoint(325 + left, 270 + down))
            let sample = HeadSample(time: time, head: pointer)
            recognizer.process(sample) { source.send($0) }
            offset -= axis.add(recognizer.calibrationCenter?.offset(of: sample), at: time)
        }
        source.finish()
        await page.value
        print("scrolled by \(offset) points")
    }
}
