import Gestures
import Testing

@Suite("Steering by the head")
struct SteeringTests {
    private func head(_ left: Double) -> HeadPointer {
        HeadPointer(position: HeadPoint(320 + 100 * left, 240), interocularDistance: 100, leftward: HeadPoint(1, 0))
    }

    @Test("the recogniser has an offset while it tracks, and none without a face, while paused or while calibrating")
    func offset() {
        var recognizer = GestureRecognizer(), time = 0.0
        recognizer.configuration.pointer = .position
        func see(_ left: Double?, _ samples: Int) {
            for _ in 0..<samples {
                time += 0.05
                recognizer.process(HeadSample(time: time, head: left.map(head))) { _ in }
            }
        }
        see(0, 5)
        #expect(recognizer.offset == nil)
        see(0, 20)
        see(0.05, 20)
        #expect(abs((recognizer.offset?.left ?? 9) - 0.05) < 0.05)
        recognizer.pause(at: time) { _ in }
        #expect(recognizer.offset == nil)
        recognizer.resume(at: time) { _ in }
        see(0, 2)
        #expect(recognizer.offset != nil)
        see(nil, 8)
        #expect(recognizer.offset == nil)
        see(0, 2)
        recognizer.advance(to: time + 1) { _ in }
        #expect(recognizer.offset == nil)
        see(0, 40)
        recognizer.recalibrate(at: time) { _ in }
        #expect(recognizer.offset == nil)
    }

    @Test("a head offset used for steering does not become the rest position; without steering it does")
    func steering() {
        for isSteering in [true, false] {
            var recognizer = GestureRecognizer(), time = 0.0
            recognizer.configuration.pointer = .position
            for i in 0..<200 {
                time += 0.05
                let left = i < 40 ? 0 : min(0.15, Double(i - 40) * 0.005)
                recognizer.process(HeadSample(time: time, head: head(left)), isSteering: isSteering && left > 0.08) { _ in }
            }
            let offset = recognizer.offset?.left ?? 9
            #expect(isSteering ? offset > 0.1 : offset.magnitude < 0.1, "\(offset)")
        }
    }

    @Test("the way back to a previous rest is known while that rest is: after a posture, and after a face that was found turned", arguments: [true, false])
    func wayBack(isLost: Bool) {
        var driver = HeadDriver.tracking { $0.maxHold = 3 }
        driver.stay(4)
        #expect(driver.recognizer.wayBack == nil)
        driver.go(left: 0.4, for: isLost ? 0.5 : 6)
        if isLost {
            driver.hide(for: 3)
            driver.stay(2)
        }
        driver.go(left: 0.3, for: 0.1)
        #expect(driver.recognizer.wayBack.map { abs($0.previousRest.left + 0.4) < 0.02 && abs($0.head.left + 0.1) < 0.02 } == true)
        driver.go(for: 8)  // back, and the other rest was only a visit, or is forgotten by now
        driver.go(left: 0.05, for: 0.1)
        #expect(driver.recognizer.wayBack == nil)
    }
}
