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

    @Test("a roll towards a shoulder is a tilt, of an upright head and of one that lies on its side", arguments: [0.0, 80, -170])
    func tilts(rest: Double) {
        var driver = HeadDriver(rate: 30) { $0.tilt.isOn = true }
        driver.turn(roll: rest, for: 1.5)
        for roll in [20.0, 0, -20, 0] { driver.turn(roll: rest + roll, for: 0.4) }
        driver.turn(roll: rest, for: 1)
        driver.turn(roll: rest + 20, for: 1.5)
        driver.turn(roll: rest, for: 1)
        #expect(driver.gestures == ["tilt left", "tilt right", "start tilt left", "stop tilt left returned"])
    }

    @Test("the pointer of a head known by its angles moves as far as the head turns, in eye distances")
    func moves() throws {
        var driver = HeadDriver(rate: 30)
        driver.turn(yaw: 5, for: 1.5)
        driver.turn(yaw: 15, pitch: -20, for: 0.5)
        guard case .pointer(_, let to, let center)? = driver.events.last?.kind else { return #expect(Bool(false), "nothing moved") }
        let offset = try #require(driver.recognizer.offset)
        #expect((to.x - center.x - 0.21).magnitude < 0.01 && (to.y - center.y - 0.42).magnitude < 0.01)
        #expect((offset.left - 0.21).magnitude < 0.01 && (offset.up + 0.42).magnitude < 0.01)
    }

    @Test("a leap of the angles is a fast head and not another person's, and a new place is not either")
    func leaps() {
        var driver = HeadDriver(rate: 30)
        driver.turn(for: 1.5)
        driver.turn(yaw: 100, for: 1.5)
        driver.hide(for: 1)
        driver.turn(yaw: -100, for: 1)
        #expect(driver.gestures == ["start left", "stop left face-lost"] && driver.recognizer.calibrationCenter?.angles?.yaw == 0)
    }

    @Test("a head is not calibrated while it turns")
    func calibration() {
        var driver = HeadDriver()
        for step in 0..<40 { driver.turn(yaw: Double(step) * 4, for: 0.05) }
        #expect(driver.recognizer.isCalibrating)
    }
}
