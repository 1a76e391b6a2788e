import Gestures
import Testing

@Suite("Movements that are not gestures")
struct RestTests {
    @Test("the centre follows a slowly sinking head, and a look from there counts")
    func drift() {
        var driver = HeadDriver.tracking()
        for i in 1...200 { driver.go(up: -0.3 * Double(i) / 200, for: 0.05) }
        #expect(driver.gestures.isEmpty)
        #expect(driver.recognizer.isInIdleZone)
        driver.go(left: 0.3, up: -0.3, for: 0.4)
        driver.go(up: -0.3, for: 0.3)
        #expect(driver.gestures == ["look left"])
    }

    @Test("the centre does not move during a hold, while the face is lost, or with drift disabled")
    func frozen() {
        func place(_ driver: HeadDriver) -> Double? { driver.recognizer.calibrationCenter?.position.x }
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 5)
        #expect(place(driver) == 320)
        driver.hide(for: 1)
        #expect(place(driver) == 320)
        var off = HeadDriver.tracking { $0.driftTime = 0 }
        off.go(left: 0.05, for: 5)
        #expect(place(off) == 320)
    }

    @Test("a head that settles between idle zone and threshold rests there, without a gesture")
    func shift() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.15, for: 1.5)
        #expect(driver.gestures.isEmpty && driver.recognizer.isInIdleZone)
        driver.go(left: 0.45, for: 0.4)
        driver.go(left: 0.15, for: 0.3)
        #expect(driver.gestures == ["look left"])
    }

    @Test("turning away slowly and coming back quickly is not a gesture in the other direction")
    func home() {
        var driver = HeadDriver.tracking()
        for i in 1...80 { driver.go(left: 0.4 * Double(i) / 80, for: 0.05) }
        driver.go(left: 0.4, for: 4)
        driver.go(for: 3)
        #expect(driver.gestures.isEmpty && driver.recognizer.isInIdleZone)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures == ["look left"])
    }

    @Test("a hold ends where the head settles, even if that is not where it began")
    func settled() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        driver.go(left: 0.13, for: 1.5)
        #expect(driver.gestures == ["start left", "stop left returned"])
        #expect(driver.recognizer.isInIdleZone)
    }

    /// Samples of a turned, moved, scaled or tilted head.
    private func sample(_ driver: inout HeadDriver, yaw: Double = 0, place: Double = 0, size: Double = 1, tilt: Double = 0,
                        for seconds: Double) {
        for _ in 0..<Int(seconds * 20) {
            let head = HeadPointer(position: HeadPoint(320 + 100 * place, 240), interocularDistance: 100 * size,
                                   leftward: HeadPoint((1 - tilt * tilt).squareRoot(), tilt))
            driver.sample(head, angles: HeadAngles(yaw: yaw, pitch: 0))
        }
    }

    @Test("a turn counts; the same turn with the whole body, with a lean or with a tilt does not", arguments: [
        (0.3, 1.0, 0.0, ["look left"]), (0.9, 1.0, 0.0, []), (0.3, 1.6, 0.0, []), (0.3, 1.0, 0.4, []),
    ])
    func body(place: Double, size: Double, tilt: Double, expected: [String]) {
        var driver = HeadDriver()
        sample(&driver, for: 1)
        sample(&driver, yaw: 14, place: place, size: size, tilt: tilt, for: 0.4)
        sample(&driver, for: 0.4)
        #expect(driver.gestures == expected)
    }

    @Test("moving the body without turning the head is not a gesture; the new place becomes the rest position")
    func lean() {
        var driver = HeadDriver()
        sample(&driver, for: 1)
        sample(&driver, yaw: 2, place: 0.8, size: 1.2, for: 3)
        #expect(driver.gestures.isEmpty && driver.recognizer.isInIdleZone)
    }

    @Test("with the position pointer, moving the head sideways is a look")
    func position() {
        var driver = HeadDriver { $0.pointer = .position }
        sample(&driver, for: 1)
        sample(&driver, yaw: 0, place: 0.3, for: 0.4)
        sample(&driver, for: 0.4)
        #expect(driver.gestures == ["look left"])
    }

    @Test("with angles, directions are relative to the head, also for a person lying on one side")
    func lying() {
        var driver = HeadDriver()
        let lying = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 100, leftward: HeadPoint(0, 1))
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: 0), times: 20)
        // This user's left is down in the picture, so looking down in the picture is looking to the left.
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: -14), times: 8)
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: 0), times: 8)
        #expect(driver.gestures == ["look left"])
    }

    @Test("without the mesh's angles the nose is used, after a new calibration")
    func fallback() {
        var driver = HeadDriver()
        let head = HeadDriver.head(left: 0, up: 0)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), angles: HeadAngles(yaw: 0, pitch: 0), times: 20)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), times: 30)
        driver.sample(head, nose: HeadOffset(left: 0.15, up: 0), times: 8)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), times: 8)
        #expect(driver.gestures == ["look left"])
    }

    @Test("after a burst of gestures nothing fires until the head has been still")
    func burst() {
        var driver = HeadDriver.tracking {
            $0.burstCount = 3
            $0.burstTime = 5
        }
        for _ in 0..<5 {
            driver.go(left: 0.3, for: 0.3)
            driver.go(for: 0.3)
        }
        #expect(driver.gestures == ["look left", "look left", "look left"])
        driver.go(for: 1.2)
        driver.go(left: 0.3, for: 0.3)
        driver.go(for: 0.3)
        #expect(driver.gestures.count == 4)
    }

    @Test("a movement that goes back and forth on its way is not a gesture")
    func wandering() {
        var driver = HeadDriver.tracking { $0.explains = true }
        for left in [0.3, 0.15, 0.3, 0.15, 0.3] { driver.go(left: left, for: 0.1) }
        driver.go(for: 0.3)
        #expect(driver.gestures == ["no: wandering"])
    }

    @Test("overshooting the rest position on the way back is not a look to the other side")
    func rebound() {
        var driver = HeadDriver.tracking { $0.explains = true }
        for (left, seconds) in [(0.7, 0.4), (0.0, 0.1), (-0.2, 0.3), (0.0, 0.5), (-0.2, 0.3), (0.0, 0.2)] {
            driver.go(left: left, for: seconds)
        }
        #expect(driver.gestures == ["look left", "no: rebound", "look right"])
    }

    @Test("a quick look up with the whole body, or one that returns much more slowly, is a reflex and not a look", arguments: [
        (0.1, 0.7, 1.0, "no: startled"), (0.18, 0.18, 1.8, "no: carried"), (0.3, 0.3, 1.0, "look up"), (0.18, 0.18, 1.0, "look up"),
    ])
    func reflexes(out: Double, back: Double, carry: Double, expected: String) {
        var driver = HeadDriver(rate: 30) { $0.explains = true }
        func stay(_ frames: Int) {
            driver.sample(HeadDriver.head(left: 0, up: 0), angles: HeadAngles(yaw: 0, pitch: 0), times: frames)
        }
        stay(40)
        for frame in 1...Int((out + back) * 30) {
            let time = Double(frame) / 30
            let up = 0.4 * (time < out ? time / out : max(0, 1 - (time - out) / back))
            driver.sample(HeadDriver.head(left: 0, up: carry * up), angles: HeadAngles(yaw: 0, pitch: up / 1.2 * 180 / Double.pi))
        }
        stay(20)
        #expect(driver.gestures == [expected])
    }

    @Test("a movement counts only after 0.9 s of rest", arguments: [(0.6, ["no: not-rested"]), (1.0, ["look left"])])
    func young(rest: Double, expected: [String]) {
        var driver = HeadDriver { $0.explains = true }
        driver.go(for: rest)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.5)
        #expect(driver.gestures == expected)
    }

    @Test("a look right after a twitch does not count, because it must start from rest")
    func quiet() {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.go(left: 0.3, for: 0.1)
        driver.go(for: 0.1)
        driver.go(left: -0.3, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures == ["no: too-short", "no: not-rested"])
    }

    @Test("with nods enabled, a short swing near a look the same way refuses it, but neither a nod nor a look the other way", arguments: [
        ([0.1, 0.3], ["no: restless", "no: too-short"]), ([0.3, 0.1], ["no: restless", "no: too-short"]), ([0.3, 0.1, 0.3], ["nod 2"]), ([0.1], ["no: too-short"]),
        ([0.3], ["look down"]), ([0.3, -0.1], ["look down", "no: too-short"]),
    ])
    func unclear(swings: [Double], expected: [String]) {
        var driver = HeadDriver.tracking { configuration in
            configuration.nod = true
            configuration.explains = true
        }
        for seconds in swings {  // negative: to the other side
            driver.go(up: seconds < 0 ? 0.3 : -0.3, for: abs(seconds))
            driver.go(for: 0.2)
        }
        driver.go(for: 1)
        #expect(driver.gestures == expected)
    }

    @Test("a refusal states the rule that was broken, the value and the limit", arguments: [
        (0.15, 0.0, 0.4, Rejection(rule: .tooSmall, value: 0.15, bound: 0.18, direction: .left)),
        (0.3, 0.2, 0.4, Rejection(rule: .offAxis, value: 2.0 / 3, bound: 0.5, direction: .left)),
        (0.3, 0.0, 0.1, Rejection(rule: .tooShort, value: 0.1 + 0.05 * (0.2 - 0.67 * 0.18) / 0.3, bound: 0.2, direction: .left)),
    ])
    func explained(left: Double, up: Double, seconds: Double, expected: Rejection) throws {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.go(left: left, up: up, for: seconds)
        driver.go(for: 0.3)
        let found = try #require(driver.events.compactMap { if case .rejected(let found) = $0.kind { found } else { nil } }.first)
        #expect(found.rule == expected.rule && found.direction == expected.direction)
        #expect(abs(found.value - expected.value) < 1e-6 && abs(found.bound - expected.bound) < 1e-6)
    }

    @Test("refusals are not reported unless explanations are enabled")
    func silent() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.15, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures.isEmpty)
    }
}
