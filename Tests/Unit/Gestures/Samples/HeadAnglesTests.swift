import Gestures
import Testing

@Suite("Heads given only by angles")
struct HeadAnglesTests {
    @Test("looks, holds, nods and shakes are recognised from angles alone, whatever pointer is configured", arguments: PointerKind.allCases)
    func gestures(pointer: PointerKind) {
        var driver = HeadDriver(rate: 30) {
            $0.pointer = pointer
            $0.nod = true
            $0.shake = true
        }
        driver.turn(for: 1.5)
        driver.turn(yaw: 15, for: 0.4)
        driver.turn(for: 1)
        driver.turn(yaw: -15, for: 1.5)
        driver.turn(for: 1)
        for pitch in [-12.0, 0, -12, 0] { driver.turn(pitch: pitch, for: 0.3) }
        driver.turn(for: 1)
        for yaw in [12.0, -12, 12, 0] { driver.turn(yaw: yaw, for: 0.3) }
        driver.turn(for: 1)
        #expect(driver.gestures == ["look left", "start right", "stop right returned", "nod 2", "shake 3"])
    }

    @Test("missing angles, and angles that are not numbers, count as no face", arguments: [nil, HeadAngles(yaw: .nan, pitch: 0)])
    func unseen(angles: HeadAngles?) {
        var driver = HeadDriver()
        driver.turn(for: 1)
        driver.turn(yaw: 15, for: 1.5)
        #expect(driver.gestures == ["start left"])
        driver.act { recognizer, time, emit in
            for step in 1...10 { recognizer.process(HeadSample(time: time + 0.05 * Double(step), angles: angles), emit) }
        }
        #expect(driver.gestures == ["start left", "stop left face-lost"])
    }

    @Test("a head is not calibrated while it turns")
    func calibration() {
        var driver = HeadDriver()
        for step in 0..<40 { driver.turn(yaw: Double(step) * 4, for: 0.05) }
        #expect(driver.recognizer.isCalibrating)
    }
}
