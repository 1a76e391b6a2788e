import Gestures
import Testing

@Suite("Lost faces and stopped frames")
struct LossTests {
    @Test("one frame with the head far out after a short gap is not a gesture", arguments: [0.15, 0.25, 0.39], [8.0, 15, 30])
    func spike(gap: Double, rate: Double) {
        var driver = HeadDriver.tracking(rate: rate) { $0.shake = true }
        driver.stay(1)
        driver.stopFrames(for: gap - 1 / rate)
        driver.sample(HeadDriver.head(left: 0.5, up: 0))
        driver.go(for: 1)
        #expect(driver.gestures.isEmpty)
    }

    @Test("a lost face ends a hold within 0.3 s at 10 frames a second and faster", arguments: [10.0, 15, 30, 60])
    func holdEnds(rate: Double) throws {
        var driver = HeadDriver.tracking(rate: rate)
        driver.go(left: 0.3, for: 1.5)
        let lost = driver.time
        driver.hide(for: 1)
        #expect(driver.gestures == ["start left", "stop left face-lost"])
        let stop = try #require(driver.events.first { $0.shortWords == "stop left face-lost" })
        #expect(stop.time - lost <= 0.3)
        #expect(driver.events.contains { $0.kind == .faceLost })
    }

    @Test("at 8 frames per second one frame without the face ends a hold and discards waiting swings")
    func rarePictures() {
        var driver = HeadDriver.tracking(rate: 8) { $0.nod = true }
        driver.go(for: 1)
        driver.go(left: 0.3, for: 1.5)
        driver.hide(for: 0.125)
        driver.go(left: 0.3, for: 0.125)
        #expect(driver.gestures == ["start left", "stop left face-lost"])
        driver.go(for: 1.5)
        for up in [-0.6, 0, -0.6] { driver.go(up: up, for: 0.25) }
        driver.go(for: 0.125)
        driver.hide(for: 0.125)
        driver.go(for: 1)
        #expect(driver.gestures == ["start left", "stop left face-lost"])
    }

    @Test("a jump of more than an eye distance means another face: a hold ends, and no gesture starts without a rest")
    func jump() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.go(left: 3, for: 3)
        #expect(driver.gestures == ["start left", "stop left face-lost"])
        var resting = HeadDriver.tracking()
        resting.go(left: 2, for: 3)
        #expect(resting.gestures.isEmpty)
    }

    @Test("looking ahead again after a posture held for too long is not a gesture in the other direction", arguments: [
        2.0, 100,
    ])
    func awakes(after seconds: Double) {
        var driver = HeadDriver.tracking { $0.maxHold = 3 }
        driver.go(left: 0.3, for: 5 + seconds)
        driver.go(for: 5)
        #expect(driver.gestures == ["start left", "stop left max-hold"])
        driver.go(left: 0.3, for: 1.5)
        #expect(driver.gestures.last == "start left")
    }

    @Test("a face found again far from its rest position, or much larger or smaller, is calibrated again", arguments: [
        (2.0, 1.0), (0, 1.5), (0, 0.6),
    ])
    func somebodyElse(left: Double, size: Double) {
        var driver = HeadDriver.tracking()
        driver.hide(for: 0.6)
        var head = HeadDriver.head(left: left, up: 0)
        head.interocularDistance *= size
        driver.sample(head, times: 2)
        #expect(driver.recognizer.isCalibrating)
        var same = HeadDriver.tracking()
        same.hide(for: 0.6)
        same.go(for: 0.2)
        #expect(!same.recognizer.isCalibrating)
    }

    @Test("a camera failure ends a hold at once, and the face counts as lost")
    func interrupted() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.5)
        driver.act { recognizer, time, emit in recognizer.interrupt(at: time, emit) }
        #expect(driver.gestures == ["start left", "stop left frames-stopped"])
        #expect(!driver.recognizer.isFacePresent)
    }

    @Test("after an hour without frames the rest position is calibrated again")
    func hour() {
        var driver = HeadDriver.tracking()
        driver.stopFrames(for: 3600)
        driver.go(left: 0.05, for: 0.1)
        #expect(driver.recognizer.isCalibrating)
    }

    @Test("a single frame without a face ends nothing")
    func oneFrame() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.hide(for: 0.1)
        driver.stay(0.3)
        driver.go(for: 0.2)
        #expect(driver.gestures == ["start left", "stop left returned"])
        #expect(!driver.events.contains { $0.kind == .faceLost })
    }

    @Test("a look that is not a far turn does not count if the face is lost during it")
    func noLook() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.2)
        driver.hide(for: 0.4)
        driver.go(for: 1)
        #expect(driver.gestures.isEmpty)
    }

    @Test("a far turn that loses the face still counts as a look if the head comes back the same way in time", arguments: [
        (0.7, 0.3, 0.7, ["look left"]), (0.7, 1.6, 0.7, []), (0.7, 0.3, -0.7, []), (0.4, 0.3, 0.4, []), (0.7, 0.3, 0.05, []),
    ] as [(Double, Double, Double, [String])])
    func farTurn(out: Double, hidden: Double, back: Double, expected: [String]) {
        var driver = HeadDriver.tracking()
        driver.go(left: out, for: 0.4)
        driver.hide(for: hidden)
        driver.go(left: back, for: 0.2)
        driver.go(for: 1)
        #expect(driver.gestures == expected)
    }

    @Test("a face found turned away, narrower but as high as before, is still the same person")
    func narrow() {
        var driver = HeadDriver()
        var head = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 100, leftward: HeadPoint(1, 0), height: 110)
        driver.sample(head, times: 20)
        driver.hide(for: 0.6)
        head.interocularDistance = 66
        driver.sample(head, times: 2)
        #expect(!driver.recognizer.isCalibrating)
    }

    @Test("a head found outside the idle zone must rest before its movements count")
    func rest() {
        var driver = HeadDriver.tracking()
        driver.hide(for: 1)
        driver.go(left: 0.3, for: 2)
        #expect(driver.gestures.isEmpty)
        driver.go(for: 0.2)
        driver.go(left: 0.3, for: 1.2)
        #expect(driver.gestures == ["start left"])
    }

    @Test("a face that was gone for 3 s is calibrated again; after 1.5 s the centre is kept", arguments: [
        (1.5, false), (3.0, true),
    ])
    func recalibration(seconds: Double, expected: Bool) {
        var driver = HeadDriver.tracking()
        driver.hide(for: seconds)
        driver.stay(0.1)
        #expect(driver.recognizer.isCalibrating == expected)
    }

    @Test("when frames stop, a hold ends within 0.5 s")
    func framesStop() throws {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        let last = driver.time
        driver.stopFrames(for: 1)
        #expect(driver.gestures == ["start left", "stop left frames-stopped"])
        let stop = try #require(driver.events.last)
        #expect(stop.time - last <= 0.5)
    }

    @Test("a look does not span a gap without frames")
    func gap() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.2)
        driver.stopFrames(for: 0.5)
        driver.go(for: 0.3)
        #expect(driver.gestures.isEmpty)
    }

    @Test("the end of a run ends a hold")
    func stop() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.act { recognizer, time, emit in recognizer.stop(at: time, emit) }
        #expect(driver.gestures == ["start left", "stop left stopped"])
    }

    @Test("samples whose time does not increase, or is not finite, are ignored", arguments: [0.0, -1, .nan, .infinity])
    func time(_ time: Double) {
        var driver = HeadDriver.tracking()
        let before = driver.recognizer.isInIdleZone
        var events: [GestureEvent] = []
        driver.recognizer.process(HeadSample(time: time, head: HeadDriver.head(left: 1, up: 0))) { events.append($0) }
        #expect(events.isEmpty)
        #expect(driver.recognizer.isInIdleZone == before)
    }

    @Test("a head pointer that is not a number counts as no face")
    func senselessHead() {
        var driver = HeadDriver.tracking()
        for _ in 0..<20 { driver.sample(HeadDriver.head(left: .nan, up: 0)) }
        #expect(driver.events.map(\.kind) == [.faceLost])
    }
}
