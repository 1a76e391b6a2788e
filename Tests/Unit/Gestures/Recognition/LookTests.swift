import Gestures
import Testing

@Suite("Looks and holds")
struct LookTests {
    @Test("all four directions are the user's own", arguments: [
        (0.3, 0.0, "look left"), (-0.3, 0.0, "look right"), (0.0, 0.3, "look up"), (0.0, -0.3, "look down"),
    ])
    func directions(left: Double, up: Double, expected: String) {
        var driver = HeadDriver.tracking()
        driver.go(left: left, up: up, for: 0.4)
        driver.go(for: 0.5)
        #expect(driver.gestures == [expected])
    }

    @Test("a movement's duration decides whether it is nothing, a look or a hold", arguments: [
        (0.10, []),  // a twitch: shorter than discrete_min
        (0.25, ["look left"]),
        (0.95, ["look left"]),
        (1.50, ["start left", "stop left returned"]),
    ])
    func durations(seconds: Double, expected: [String]) {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: seconds)
        driver.go(for: 0.5)
        #expect(driver.gestures == expected)
    }

    @Test("a movement longer than discrete_max is not a look")
    func holdIsNoLook() {
        var driver = HeadDriver.tracking { $0.continuous = false }
        driver.go(left: 0.3, for: 1.2)
        driver.go(for: 0.5)
        #expect(driver.gestures.isEmpty)
    }

    @Test("a look reports its peak distance and its time outside the idle zone")
    func peak() throws {
        var driver = HeadDriver.tracking()
        for distance in [0.15, 0.3, 0.42, 0.3, 0.15] { driver.go(left: distance, for: 0.1) }
        driver.go(for: 0.2)
        let look = try #require(driver.events.first { $0.shortWords != nil })
        guard case .recognised(.look(.left), let distance, let duration) = look.kind else {
            Issue.record("no look to the left: \(look)")
            return
        }
        #expect(abs(distance - 0.42) < 1e-9)
        // From 0.1206, which is 0.67 of the threshold, on the way out (0.15 IOD in a step of 0.05 s) to 0.1 on the way back.
        #expect(abs(duration - (0.5 + 0.05 * ((0.15 - 0.1) - 0.67 * 0.18) / 0.15)) < 1e-6)
    }

    @Test("a look's duration is interpolated between frames, so that a low frame rate makes it neither longer nor shorter",
          arguments: [8.0, 10, 12, 15, 30, 60])
    func between(rate: Double) throws {
        for phase in stride(from: 0.0, to: 1 / rate, by: 0.01) {
            var driver = HeadDriver.tracking(rate: rate)
            driver.stay(1)
            let start = driver.time + phase
            for _ in 0..<Int(rate) {
                let away = (driver.time + 1 / rate - start) / 0.3  // 0.36 IOD in 0.3 s, and back as fast
                driver.sample(HeadDriver.head(left: 0.36 * max(0, away < 1 ? away : 2 - away), up: 0))
            }
            let look = try #require(driver.events.first { $0.shortWords == "look left" })
            guard case .recognised(.look, _, let duration) = look.kind else { continue }
            // Out at a third of the way, back in the zone of 0.1.
            #expect(abs(duration - (0.2 + 0.26 * 0.3 / 0.36)) < 0.02, "\(duration) s")
        }
    }

    @Test("a look fires with the first sample back in the idle zone")
    func latency() throws {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.4)
        let back = driver.time
        driver.go(for: 0.5)
        let look = try #require(driver.events.first { $0.shortWords == "look left" })
        #expect(abs(look.time - (back + 0.05)) < 1e-9)
    }

    @Test("a movement beyond the idle zone but below the threshold is not a gesture")
    func belowThreshold() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.17, for: 0.4)
        driver.go(for: 0.2)
        driver.go(left: 0.17, for: 3)
        #expect(driver.gestures.isEmpty)
    }

    @Test("each direction has its own threshold")
    func ownThresholds() {
        var driver = HeadDriver.tracking { $0.thresholds.left = 0.5 }
        driver.go(left: 0.4, for: 0.4)
        driver.go(for: 0.2)
        driver.go(left: -0.4, for: 0.4)
        driver.go(for: 0.2)
        #expect(driver.gestures == ["look right"])
    }

    @Test("a diagonal movement is not a gesture")
    func offAxis() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, up: 0.2, for: 0.4)
        driver.go(for: 0.3)
        driver.go(left: 0.3, up: 0.2, for: 2)
        #expect(driver.gestures.isEmpty)
    }

    @Test("off-axis is measured from where the look began, not from the centre")
    func offAxisFromOrigin() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.07, up: 0.06, for: 0.4)  // at rest off-centre, inside the idle zone
        driver.go(left: 0.09, up: 0.27, for: 0.4)  // straight up from there, although to the left of the centre
        driver.go(left: 0.07, up: 0.06, for: 0.3)
        #expect(driver.gestures == ["look up"])
        var other = HeadDriver.tracking()
        other.go(left: -0.07, up: 0.06, for: 0.4)
        other.go(left: 0.09, up: 0.27, for: 0.4)  // the same place, but 0.16 IOD to the side of where it began
        other.go(left: -0.07, up: 0.06, for: 0.3)
        #expect(other.gestures.isEmpty)
    }

    @Test("a movement through two directions is not a look")
    func circle() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.3)
        driver.go(up: 0.3, for: 0.3)
        driver.go(for: 0.3)
        #expect(driver.gestures.isEmpty)
    }

    @Test("a hold begins after the acceptance time, reports its distance, and does not end between threshold and idle zone")
    func hysteresis() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.go(left: 0.15, for: 0.5)  // below the threshold, not yet in the zone
        #expect(driver.recognizer.heldDirection == .left)
        driver.go(left: 0.09, for: 0.2)
        #expect(driver.gestures == ["start left", "stop left returned"])
        let distances = driver.events.compactMap { event -> Double? in
            if case .moved(.hold(.left), let distance) = event.kind { distance } else { nil }
        }
        #expect(distances.contains { abs($0 - 0.15) < 1e-9 })
    }

    @Test("a hold also ends a little outside the idle zone, where a movement would begin, so that the next look counts")
    func nearZone() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        driver.go(left: 0.12, for: 0.8)
        driver.go(left: 0.4, for: 0.4)
        driver.go(left: 0.1, for: 0.5)
        #expect(driver.gestures == ["start left", "stop left returned", "look left"])
    }

    @Test("a hold that moves to the other side ends, and can become a hold there but not a look")
    func otherSide() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.go(left: -0.3, for: 1.2)
        driver.go(for: 0.2)
        #expect(driver.gestures == ["start left", "stop left returned", "start right", "stop right returned"])
        driver.go(left: 0.3, for: 1.2)
        driver.go(left: -0.3, for: 0.4)
        driver.go(for: 0.2)
        #expect(driver.gestures.suffix(2) == ["start left", "stop left returned"])
    }

    @Test("a hold that lasts max_hold ends, and its posture becomes the new rest position")
    func maxHold() {
        var driver = HeadDriver.tracking { $0.maxHold = 3 }
        driver.go(left: 0.3, for: 6)
        #expect(driver.gestures == ["start left", "stop left max-hold"])
        #expect(driver.recognizer.calibrationCenter?.position.x == 350)
        driver.go(left: 0.6, for: 0.4)
        driver.go(left: 0.3, for: 0.3)
        #expect(driver.gestures.last == "look left")
    }

    @Test("a posture that was never a gesture becomes the new rest position too")
    func offAxisPosture() {
        var driver = HeadDriver.tracking { $0.maxHold = 3 }
        driver.go(left: 0.2, up: 0.2, for: 5)
        #expect(driver.gestures.isEmpty)
        #expect(driver.recognizer.isInIdleZone)
    }

    @Test("looks and holds can be disabled at run time")
    func modes() {
        var driver = HeadDriver.tracking()
        driver.recognizer.configuration.discrete = false
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.3)
        driver.recognizer.configuration.continuous = false
        driver.go(left: 0.3, for: 2)
        driver.go(for: 0.3)
        #expect(driver.gestures.isEmpty)
    }

    @Test("the raw pointer is reported with every sample")
    func moved() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.05, for: 0.05)
        #expect(driver.events.map(\.kind) == [.pointer(from: HeadPoint(320, 240), to: HeadPoint(325, 240), center: HeadPoint(320, 240))])
    }
}
