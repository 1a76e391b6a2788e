import Gestures
import Testing

@Suite("Nods and shakes")
struct NodTests {
    /// A head that swings as heads do, 30 pictures a second, with what is recognised by default.
    private struct Swinger {
        var driver = HeadDriver.tracking(rate: 30) {
            $0.nod = true
            $0.shake = true
        }

        /// Half a cosine wave out and back, `distance` IOD to the left and up, `seconds` long.
        mutating func swing(left: Double = 0, up: Double = 0, _ seconds: Double) {
            let count = Int((seconds * 30).rounded())
            for i in 1...count {
                let part = Wave.hump(Double(i) / Double(count))
                driver.go(left: left * part, up: up * part, for: 1.0 / 30)
            }
        }

        mutating func rest(_ seconds: Double = 1) { driver.go(for: seconds) }
    }

    @Test("swings in a row are one gesture, and nothing else", arguments: [
        ([(0, -0.4), (0, -0.4)], "nod 2"),
        ([(0, -0.4), (0, 0.4)], "nod 2"),
        ([(0, -0.4), (0, 0.4), (0, -0.4)], "nod 3"),
        ([(0.4, 0), (-0.4, 0), (0.4, 0)], "shake 3"),
        ([(-0.4, 0), (0.4, 0), (-0.4, 0), (0.4, 0)], "shake 4"),
    ] as [([(Double, Double)], String)])
    func rows(swings: [(Double, Double)], expected: String) {
        var head = Swinger()
        for (left, up) in swings { head.swing(left: left, up: up, 0.5) }
        head.rest()
        #expect(head.driver.gestures == [expected])
    }

    @Test("the wait ends resolve seconds after the last swing, with the time of that moment")
    func latency() throws {
        var head = Swinger()
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        let back = head.driver.time
        head.rest()
        let nod = try #require(head.driver.events.first { $0.kind == .nod(count: 2) })
        #expect(nod.time <= back + 0.35 && nod.time > back)
    }

    @Test("time that passes without pictures ends the wait too")
    func advance() {
        var head = Swinger()
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        head.driver.stopFrames(for: 0.36)
        #expect(head.driver.gestures == ["nod 2"])
    }

    @Test("one swing is a look, known resolve seconds later", arguments: [(0.4, 0.0, "look left"), (0.0, -0.4, "look down")])
    func single(left: Double, up: Double, expected: String) {
        var head = Swinger()
        head.swing(left: left, up: up, 0.5)
        #expect(head.driver.gestures.isEmpty)
        head.rest()
        #expect(head.driver.gestures == [expected])
    }

    @Test("a slow look does not wait: it cannot be a swing")
    func slow() {
        var head = Swinger()
        head.swing(left: 0.4, 1.2)
        #expect(head.driver.gestures == ["look left"])
    }

    @Test("two looks up are no nod")
    func tooFew() {
        var head = Swinger()
        head.swing(up: 0.4, 0.5)
        head.swing(up: 0.4, 0.5)
        head.rest()
        #expect(head.driver.gestures == ["look up", "look up"])
    }

    @Test("left and at once right is half a shake, and nothing; who rests between, comes to rest, or has no shakes means looks", arguments: [
        (0.0, -0.4, true, []), (0.4, -0.4, true, ["look left", "look right"]), (0.0, -0.195, true, ["look left"]),
        (0.0, -0.4, false, ["look left", "look right"]),
    ] as [(Double, Double, Bool, [String])])
    func halfShake(pause: Double, other: Double, shake: Bool, expected: [String]) {
        var head = Swinger()
        head.driver.recognizer.configuration.shake = shake
        head.swing(left: 0.4, 0.5)
        head.rest(pause)
        head.swing(left: other, 0.5)
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a movement that follows a look at once and is no swing makes it unclear; one that only comes to rest does not", arguments: [
        (-0.3, 0.25, []), (-0.18, 0.14, ["look left"]),
    ] as [(Double, Double, [String])])
    func unclear(left: Double, up: Double, expected: [String]) {
        var head = Swinger()
        head.swing(left: 0.4, 0.5)
        head.swing(left: left, up: up, 0.4)
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a look whose way back goes on to the other side and stays there is none")
    func goesOn() {
        var head = Swinger()
        head.swing(left: 0.4, 0.5)
        for frame in 1...6 { head.driver.go(left: -0.05 * Double(frame), for: 1.0 / 30) }
        head.driver.stay(0.9)
        #expect(head.driver.gestures.isEmpty)
    }

    @Test("a swing that begins before the wait ends belongs to the nod, although the next picture comes after")
    func betweenPictures() {
        var driver = HeadDriver.tracking(rate: 8) { $0.nod = true }
        driver.go(for: 1)
        for _ in 1...2 {
            driver.go(up: -0.6, for: 0.25)
            driver.go(for: 0.375)  // at rest in three pictures; the wait of 0.3 s ends between the third one and the next
            driver.act { recognizer, time, emit in recognizer.advance(to: time + 0.12, emit) }  // which is still awaited
        }
        driver.go(for: 1)
        #expect(driver.gestures == ["nod 2"])
    }

    @Test("a swing a little too short to count does where pictures are too rare to tell; one that is shorter does not", arguments: [
        (-0.115, ["nod 2"]), (-0.105, []),  // 0.193 and 0.185 s outside of the zone, if the head went straight from picture to picture
    ] as [(Double, [String])])
    func rarePictures(second: Double, expected: [String]) {
        var driver = HeadDriver.tracking(rate: 10) { $0.nod = true }
        driver.go(for: 1)
        for _ in 1...2 {
            driver.go(up: -0.6, for: 0.1)
            driver.go(up: second, for: 0.1)
            driver.go(for: 0.2)
        }
        driver.go(for: 1)
        #expect(driver.gestures == expected)
    }

    @Test("a swing up that rare pictures leave in doubt makes no look of the next one, as a twitch does not")
    func doubtful() {
        var driver = HeadDriver.tracking(rate: 10) { $0.nod = true }
        driver.go(for: 1)
        driver.go(up: 0.6, for: 0.1)
        driver.go(up: 0.115, for: 0.1)  // 0.193 s outside of the zone
        driver.go(for: 0.2)
        driver.go(up: 0.6, for: 0.3)
        driver.go(for: 1)
        #expect(driver.gestures.isEmpty)
    }

    @Test("the axis of the larger swings wins; between the two there is nothing", arguments: [
        ([(0.5, -0.1), (-0.5, -0.1), (0.5, -0.1)], ["shake 3"]), ([(0.1, -0.5), (-0.1, -0.5)], ["nod 2"]),
        ([(0.3, -0.3), (-0.3, -0.3), (0.3, -0.3)], []),
    ] as [([(Double, Double)], [String])])
    func winner(swings: [(Double, Double)], expected: [String]) {
        var head = Swinger()
        for (left, up) in swings { head.swing(left: left, up: up, 0.5) }
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a face that is lost while swings wait takes them with it")
    func lost() {
        var head = Swinger()
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        head.driver.hide(for: 0.5)
        head.rest()
        #expect(head.driver.gestures.isEmpty)
    }

    @Test("a shake whose swings jump over the zone between two pictures is a shake", arguments: [8.0, 10, 15])
    func slowCamera(rate: Double) {
        var driver = HeadDriver.tracking(rate: rate) {
            $0.shake = true
            $0.calibrationSamples = 5
        }
        let steps = Int(1.5 * rate)
        for i in 1...steps {
            driver.go(left: 0.5 * Wave.swing(Double(i) / Double(steps) * 1.5), for: 1 / rate)
        }
        driver.go(for: 1)
        #expect(driver.gestures.count == 1 && driver.gestures.first?.hasPrefix("shake") == true)
    }

    @Test("nods and shakes are found wherever the head rests, whatever was calibrated, and no hold inside of them; then that is the rest", arguments: [
        (true, "nod 2"), (false, "shake 4"),
    ])
    func anywhere(isNod: Bool, expected: String) {
        var head = Swinger()
        let wrong = CalibrationCenter(position: HeadPoint(360, 240), interocularDistance: 100)
        head.driver.act { recognizer, time, emit in recognizer.setCalibrationCenter(wrong, at: time, emit) }
        for swing in 0..<(isNod ? 2 : 4) {
            let side: Double = swing % 2 == 0 ? 1 : -1
            head.swing(left: isNod ? 0 : 0.4 * side, up: isNod ? -0.4 : 0, 0.5)
        }
        head.rest(2)
        #expect(head.driver.gestures == [expected])
        #expect(abs((head.driver.recognizer.calibrationCenter?.position.x ?? 0) - 320) < 5)
    }

    @Test("who shakes slowly shakes widely; slow small ones are looks", arguments: [
        (0.7, 1.1, ["shake 3"]), (0.3, 1.1, ["look left", "look right", "look left"]), (0.4, 0.5, ["shake 3"]),
    ])
    func slowShakes(reach: Double, seconds: Double, expected: [String]) {
        var head = Swinger()
        for side in [1.0, -1, 1] { head.swing(left: reach * side, seconds) }
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a head that trembles must nod further than its trembling")
    func noise() {
        var calm = HeadDriver.tracking { $0.nod = true }
        var trembling = HeadDriver.tracking { $0.nod = true }
        for i in 0..<300 {
            calm.go(for: 0.05)
            trembling.go(up: i % 2 == 0 ? 0.07 : -0.07, for: 0.05)
        }
        for up in [-0.2, 0, -0.2, 0] {
            calm.go(up: up, for: 0.25)
            trembling.go(up: up, for: 0.25)
        }
        calm.go(for: 1)
        trembling.go(for: 1)
        #expect(calm.gestures == ["nod 2"])
        #expect(trembling.gestures.isEmpty)
    }
}

@Suite("What is no gesture")
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

    @Test("the centre stands still during a hold, while the face is lost, and where drift is switched off")
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

    @Test("somebody who settles between zone and threshold rests there, without a gesture")
    func shift() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.15, for: 1.5)
        #expect(driver.gestures.isEmpty && driver.recognizer.isInIdleZone)
        driver.go(left: 0.45, for: 0.4)
        driver.go(left: 0.15, for: 0.3)
        #expect(driver.gestures == ["look left"])
    }

    @Test("who turns away slowly and comes back quickly makes no gesture in the other direction")
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

    @Test("a hold that comes back to another place than it left ends there")
    func settled() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        driver.go(left: 0.13, for: 1.5)
        #expect(driver.gestures == ["start left", "stop left returned"])
        #expect(driver.recognizer.isInIdleZone)
    }

    /// A sample of a turned, moved, grown or tilted head.
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

    @Test("a body that moves without turning is no gesture, and rests where it is")
    func lean() {
        var driver = HeadDriver()
        sample(&driver, for: 1)
        sample(&driver, yaw: 2, place: 0.8, size: 1.2, for: 3)
        #expect(driver.gestures.isEmpty && driver.recognizer.isInIdleZone)
    }

    @Test("measured by position, a lean counts for what it is")
    func position() {
        var driver = HeadDriver { $0.pointer = .position }
        sample(&driver, for: 1)
        sample(&driver, yaw: 0, place: 0.3, for: 0.4)
        sample(&driver, for: 0.4)
        #expect(driver.gestures == ["look left"])
    }

    @Test("up and left follow the head of somebody who lies on the side, by angles too")
    func lying() {
        var driver = HeadDriver()
        let lying = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 100, leftward: HeadPoint(0, 1))
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: 0), times: 20)
        // The picture's up is this user's left shoulder: looking down in the picture is looking to the own left.
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: -14), times: 8)
        driver.sample(lying, angles: HeadAngles(yaw: 0, pitch: 0), times: 8)
        #expect(driver.gestures == ["look left"])
    }

    @Test("when the mesh is switched off the nose takes over, after a new calibration")
    func fallback() {
        var driver = HeadDriver()
        let head = HeadDriver.head(left: 0, up: 0)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), angles: HeadAngles(yaw: 0, pitch: 0), times: 20)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), times: 30)
        driver.sample(head, nose: HeadOffset(left: 0.15, up: 0), times: 8)
        driver.sample(head, nose: HeadOffset(left: 0, up: 0), times: 8)
        #expect(driver.gestures == ["look left"])
    }

    @Test("after a burst nothing fires until the head was calm")
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

    @Test("a head that wanders about on its way is no gesture")
    func wandering() {
        var driver = HeadDriver.tracking { $0.explains = true }
        for left in [0.3, 0.15, 0.3, 0.15, 0.3] { driver.go(left: left, for: 0.1) }
        driver.go(for: 0.3)
        #expect(driver.gestures == ["no: wandering"])
    }

    @Test("a head that swings a little past rest on its way back makes no stroke to the other side")
    func rebound() {
        var driver = HeadDriver.tracking { $0.explains = true }
        for (left, seconds) in [(0.7, 0.4), (0.0, 0.1), (-0.2, 0.3), (0.0, 0.5), (-0.2, 0.3), (0.0, 0.2)] {
            driver.go(left: left, for: seconds)
        }
        #expect(driver.gestures == ["look left", "no: rebound", "look right"])
    }

    @Test("a quick look up that the body carries, or that returns far slower than it went, is a reflex and no look", arguments: [
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

    @Test("a rest is 0.9 s old before a movement away from it counts", arguments: [(0.6, ["no: not-rested"]), (1.0, ["look left"])])
    func young(rest: Double, expected: [String]) {
        var driver = HeadDriver { $0.explains = true }
        driver.go(for: rest)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.5)
        #expect(driver.gestures == expected)
    }

    @Test("a stroke comes out of rest: one that follows a twitch at once is none")
    func quiet() {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.go(left: 0.3, for: 0.1)
        driver.go(for: 0.1)
        driver.go(left: -0.3, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures == ["no: too-short", "no: not-rested"])
    }

    @Test("where nods are recognised, a swing up or down that is too short makes a look the same way unclear, and neither a nod nor a look the other way", arguments: [
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

    @Test("every refusal says which rule was broken, the value and the bound", arguments: [
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

    @Test("nobody is told why unless he asked")
    func silent() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.15, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures.isEmpty)
    }
}

@Suite("Filters")
struct FilterTests {
    @Test("a hold has an acceptance time of its own")
    func acceptance() {
        var driver = HeadDriver.tracking { $0.filters[.hold(.left)].acceptance = 0.3 }
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.3)
        driver.go(left: -0.3, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures == ["start left", "stop left returned", "look right"])
    }

    @Test("a hold outlasts a return that is shorter than its release time")
    func release() {
        var driver = HeadDriver.tracking { $0.filters[.hold(.left)].release = 0.3 }
        driver.go(left: 0.3, for: 1.2)
        driver.go(for: 0.2)
        driver.go(left: 0.3, for: 0.5)
        #expect(driver.recognizer.heldDirection == .left)
        driver.go(for: 0.4)
        #expect(driver.gestures == ["start left", "stop left returned"])
    }

    @Test("the same gesture is ignored until the pause after it is over; others are not")
    func ignoreRepeat() {
        var driver = HeadDriver.tracking {
            $0.filters[.stroke(.left)].ignoreRepeat = 1
            $0.explains = true
        }
        for left in [0.3, 0.3, -0.3, 0.3] {
            driver.go(left: left, for: 0.3)
            driver.go(for: 0.3)
        }
        #expect(driver.gestures == ["look left", "no: repeated", "look right", "look left"])
    }
}
