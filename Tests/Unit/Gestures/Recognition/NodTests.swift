import Gestures
import Testing

@Suite("Nods and shakes")
struct NodTests {
    /// A head that swings naturally, at 30 frames per second, with nods and shakes enabled.
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

    @Test("swings in a row are exactly one gesture", arguments: [
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

    @Test("a nod or a shake is reported within 0.15 s after its last swing", arguments: [true, false])
    func latency(isNod: Bool) throws {
        var head = Swinger()
        for _ in 0..<2 {
            if isNod {
                head.swing(up: -0.4, 0.5)
            } else {
                head.swing(left: 0.4, 0.5)
                head.swing(left: -0.4, 0.5)
            }
        }
        let back = head.driver.time
        head.rest()
        let told = try #require(head.driver.events.first { $0.shortWords == (isNod ? "nod 2" : "shake 4") })
        #expect(told.time <= back + 0.15 && told.time > back)
    }

    @Test("a head that is carried on after its nod is waited for, because more may follow")
    func carried() throws {
        var head = Swinger()
        func look(_ driver: inout HeadDriver, pitch: Double, left: Double = 0) {
            driver.sample(HeadDriver.head(left: left, up: 0), angles: HeadAngles(yaw: 0, pitch: pitch))
        }
        head.driver = HeadDriver(rate: 30) { $0.nod = true }
        for _ in 0..<60 { look(&head.driver, pitch: 0) }
        for step in 1...30 { look(&head.driver, pitch: -20 * Wave.hump(Double(step) / 15)) }
        let back = head.driver.time
        for step in 1...20 { look(&head.driver, pitch: 0, left: 0.03 * Double(step)) }
        let nod = try #require(head.driver.events.first { $0.shortWords == "nod 2" })
        #expect(nod.time >= back + 0.25)
    }

    @Test("a nod that goes on after it was told is told once", arguments: [0, 0.05, 0.1])
    func goesOn(pause: Double) {
        var head = Swinger()
        for _ in 0..<4 {
            head.swing(up: -0.4, 0.4)
            head.rest(pause)
        }
        head.rest()
        #expect(head.driver.gestures.count { $0.hasPrefix("nod") } == 1)
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        head.rest()
        #expect(head.driver.gestures.count { $0.hasPrefix("nod") } == 2)
    }

    @Test("the wait for another swing also ends without frames")
    func advance() {
        var head = Swinger()
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        head.driver.stopFrames(for: 0.36)
        #expect(head.driver.gestures == ["nod 2"])
    }

    @Test("one swing is a look, reported after a wait for another swing", arguments: [(0.4, 0.0, "look left"), (0.0, -0.4, "look down")])
    func single(left: Double, up: Double, expected: String) {
        var head = Swinger()
        head.swing(left: left, up: up, 0.5)
        #expect(head.driver.gestures.isEmpty)
        head.rest()
        #expect(head.driver.gestures == [expected])
    }

    @Test("a slow look is reported at once, because it cannot be a swing")
    func slow() {
        var head = Swinger()
        head.swing(left: 0.4, 1.2)
        #expect(head.driver.gestures == ["look left"])
    }

    @Test("two looks up are not a nod")
    func tooFew() {
        var head = Swinger()
        head.swing(up: 0.4, 0.5)
        head.swing(up: 0.4, 0.5)
        head.rest()
        #expect(head.driver.gestures == ["look up", "look up"])
    }

    @Test("left and right at once is half a shake, not a gesture; with a rest between, or with shakes off, it is two looks", arguments: [
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

    @Test("a look is refused if a movement that is not a swing follows at once; coming to rest is not such a movement", arguments: [
        (-0.3, 0.25, []), (-0.18, 0.14, ["look left"]),
    ] as [(Double, Double, [String])])
    func unclear(left: Double, up: Double, expected: [String]) {
        var head = Swinger()
        head.swing(left: 0.4, 0.5)
        head.swing(left: left, up: up, 0.4)
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a look is not recognised if the head returns past rest to the other side and stays there")
    func goesOn() {
        var head = Swinger()
        head.swing(left: 0.4, 0.5)
        for frame in 1...6 { head.driver.go(left: -0.05 * Double(frame), for: 1.0 / 30) }
        head.driver.stay(0.9)
        #expect(head.driver.gestures.isEmpty)
    }

    @Test("a swing that begins before the wait ends belongs to the nod, even if the next frame comes later")
    func betweenPictures() {
        var driver = HeadDriver.tracking(rate: 8) { $0.nod = true }
        driver.go(for: 1)
        for _ in 1...2 {
            driver.go(up: -0.6, for: 0.25)
            driver.go(for: 0.375)  // at rest in three frames; the wait of 0.3 s ends between the third and the next
            driver.act { recognizer, time, emit in recognizer.advance(to: time + 0.12, emit) }  // the next frame has not arrived
        }
        driver.go(for: 1)
        #expect(driver.gestures == ["nod 2"])
    }

    @Test("at a low frame rate a swing slightly below the minimum duration counts; a shorter one does not", arguments: [
        (-0.115, ["nod 2"]), (-0.105, []),  // 0.193 and 0.185 s outside of the zone, if the head moved straight from frame to frame
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

    @Test("at a low frame rate a look up right after a doubtfully short swing up is not recognised")
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

    @Test("the axis with the larger swings decides; diagonal swings are not a gesture", arguments: [
        ([(0.5, -0.1), (-0.5, -0.1), (0.5, -0.1)], ["shake 3"]), ([(0.1, -0.5), (-0.1, -0.5)], ["nod 2"]),
        ([(0.3, -0.3), (-0.3, -0.3), (0.3, -0.3)], []),
    ] as [([(Double, Double)], [String])])
    func winner(swings: [(Double, Double)], expected: [String]) {
        var head = Swinger()
        for (left, up) in swings { head.swing(left: left, up: up, 0.5) }
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("waiting swings are discarded when the face is lost")
    func lost() {
        var head = Swinger()
        head.swing(up: -0.4, 0.5)
        head.swing(up: -0.4, 0.5)
        head.driver.hide(for: 0.5)
        head.rest()
        #expect(head.driver.gestures.isEmpty)
    }

    @Test("a shake counts even if its swings cross the idle zone between two frames", arguments: [8.0, 10, 15])
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

    @Test("nods and shakes are recognised despite a wrong centre, without a hold in them, and correct the centre", arguments: [
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

    @Test("slow shakes count if they are wide; slow small swings are looks", arguments: [
        (0.7, 1.1, ["shake 3"]), (0.3, 1.1, ["look left", "look right", "look left"]), (0.4, 0.5, ["shake 3"]),
    ])
    func slowShakes(reach: Double, seconds: Double, expected: [String]) {
        var head = Swinger()
        for side in [1.0, -1, 1] { head.swing(left: reach * side, seconds) }
        head.rest()
        #expect(head.driver.gestures == expected)
    }

    @Test("a trembling head must nod further than it trembles")
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
