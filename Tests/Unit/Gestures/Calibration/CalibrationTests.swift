import Gestures
import Testing

@Suite("Calibration")
struct CalibrationTests {
    private func head(_ x: Double, _ y: Double = 240) -> HeadPointer {
        HeadPointer(position: HeadPoint(x, y), interocularDistance: 100, leftward: HeadPoint(1, 0))
    }

    @Test("calibration ends after the given number of samples, at the mean of the last five")
    func meanOfLastFive() throws {
        var calibration = Calibration(samples: 8, tolerance: 0.05)
        for x in [300.0, 301, 302, 303, 304, 305, 306] { #expect(calibration.add(head(x)) == nil) }
        let ended = calibration.add(head(307))
        let center = try #require(ended)
        #expect(center.position == HeadPoint(305, 240))
        #expect(center.interocularDistance == 100)
    }

    @Test("a jump beyond the tolerance discards all samples and starts again")
    func jump() {
        var calibration = Calibration(samples: 5, tolerance: 0.05)
        for _ in 0..<4 { #expect(calibration.add(head(300)) == nil) }
        #expect(calibration.add(head(306)) == nil)  // 0.06 IOD
        #expect(calibration.gathered == 1)
        for _ in 0..<3 { #expect(calibration.add(head(306)) == nil) }
        #expect(calibration.add(head(306))?.position == HeadPoint(306, 240))
    }

    @Test("a position that is not a number discards the samples, and does not become the centre")
    func notANumber() {
        var calibration = Calibration(samples: 5, tolerance: 0.05)
        for _ in 0..<4 { _ = calibration.add(head(300)) }
        #expect(calibration.add(head(.nan)) == nil)
        #expect(calibration.gathered == 1)
    }

    @Test("a trembling head is calibrated too; a wilder one at the middle of its positions, after a reported timeout")
    func tremor() {
        var driver = HeadDriver { $0.calibrationTimeout = 4 }
        for i in 0..<100 { driver.go(left: i % 2 == 0 ? 0.04 : -0.04, for: 0.05) }
        #expect(!driver.recognizer.isCalibrating, "the tolerance follows the head's own jumps")
        var wild = HeadDriver { $0.calibrationTimeout = 4 }
        for i in 0..<100 { wild.go(left: [0, 0.01, 0.8, 0, 0, 0.01, 0, 0][i % 8], for: 0.05) }
        #expect(wild.events.contains { if case .calibrationTimedOut = $0.kind { true } else { false } })
        #expect(abs((wild.recognizer.calibrationCenter?.position.x ?? 0) - 320) <= 1)
    }

    @Test("the recogniser announces tracking once, with the centre")
    func announced() {
        var driver = HeadDriver()
        driver.stay(1)
        let starts = driver.events.filter { if case .trackingStarted = $0.kind { true } else { false } }
        #expect(starts.count == 1)
        #expect(driver.recognizer.calibrationCenter?.position == HeadPoint(320, 240))
        #expect(driver.recognizer.isInIdleZone)
    }

    @Test("during calibration no gesture is recognised and the raw pointer is not reported")
    func silent() {
        var driver = HeadDriver { $0.calibrationSamples = 300 }
        driver.go(left: 0.5, for: 2)
        driver.go(for: 2)
        #expect(driver.events.map(\.kind) == [.faceFound])
        #expect(driver.recognizer.isCalibrating)
    }

    @Test("left and up are relative to the head, also for a person lying on one side", arguments: [
        // Unit vector to the user's left, and the movement in the picture for one IOD to the user's left and for one up.
        (HeadPoint(1, 0), HeadPoint(1, 0), HeadPoint(0, -1)),
        (HeadPoint(0, 1), HeadPoint(0, 1), HeadPoint(1, 0)),  // on the left shoulder: the user's left is down in the picture
        (HeadPoint(0, -1), HeadPoint(0, -1), HeadPoint(-1, 0)),
        (HeadPoint(-1, 0), HeadPoint(-1, 0), HeadPoint(0, 1)),
    ])
    func ownAxes(leftward: HeadPoint, movedLeft: HeadPoint, movedUp: HeadPoint) {
        let center = CalibrationCenter(position: HeadPoint(50, 60), interocularDistance: 10, leftward: leftward)
        #expect(center.offset(of: HeadPoint(50, 60) + movedLeft * 10) == HeadOffset(left: 1, up: 0))
        #expect(center.offset(of: HeadPoint(50, 60) + movedUp * 10) == HeadOffset(left: 0, up: 1))
    }

    @Test("an unusable centre is ignored", arguments: [
        CalibrationCenter(position: HeadPoint(.nan, 0), interocularDistance: 100),
        CalibrationCenter(position: .zero, interocularDistance: 0), CalibrationCenter(position: .zero, interocularDistance: -5),
        CalibrationCenter(position: .zero, interocularDistance: 100, leftward: .zero),
    ])
    func senselessCenter(center: CalibrationCenter) {
        var driver = HeadDriver.tracking()
        driver.act { recognizer, time, emit in recognizer.setCalibrationCenter(center, at: time, emit) }
        #expect(driver.events.isEmpty)
        #expect(driver.recognizer.calibrationCenter?.position == HeadPoint(320, 240))
    }

    @Test("a head that moves away as calibration ends does not count as resting")
    func movingAway() {
        var driver = HeadDriver { $0.calibrationTolerance = 0.3 }
        driver.go(for: 0.45)
        driver.go(left: 0.28, for: 3)  // the tenth sample
        #expect(driver.gestures.isEmpty)
        #expect(!driver.recognizer.isInIdleZone)
    }

    @Test("a swinging head is not calibrated, not even at its turning points; at rest it is calibrated correctly",
          arguments: [15.0, 24, 30], [0.25, 0.7])
    func swinging(rate: Double, reach: Double) throws {
        var driver = HeadDriver(rate: rate)
        for frame in 0..<Int(4.4 * rate) { driver.go(left: reach * Wave.swing(Double(frame) / rate / 2.2), for: 1 / rate) }
        let isCalibrating = driver.recognizer.isCalibrating
        #expect(isCalibrating)
        driver.go(for: 1.5)
        let center = try #require(driver.recognizer.calibrationCenter)
        #expect(abs(center.position.x - 320) <= 5)
    }

    @Test("a centre learnt during a short stay is corrected by a rest of 1.3 s elsewhere, without a gesture", arguments: [-0.4, 0.4])
    func badStart(left: Double) throws {
        var driver = HeadDriver(rate: 30)
        driver.go(left: left, for: 0.6)
        let isTracking = !driver.recognizer.isCalibrating
        #expect(isTracking)
        driver.go(for: 1.3)
        #expect(driver.gestures.isEmpty)
        #expect(abs(try #require(driver.recognizer.calibrationCenter).position.x - 320) <= 1)
    }

    @Test("a place where the head rests twice becomes its rest position")
    func twice() throws {
        var driver = HeadDriver(rate: 30)
        driver.go(left: 0.4, for: 2)
        driver.go(for: 1.5)
        driver.go(left: 0.8, for: 0.4)
        driver.go(for: 2)
        #expect(driver.gestures == ["start right", "stop right returned"])
        #expect(abs(try #require(driver.recognizer.calibrationCenter).position.x - 320) <= 1)
    }

    @Test("a caller can set the centre and request a new calibration")
    func set() {
        var driver = HeadDriver()
        driver.act { recognizer, time, emit in
            recognizer.setCalibrationCenter(CalibrationCenter(position: HeadPoint(320, 240), interocularDistance: 100),
                                            at: time, emit)
        }
        driver.go(for: 0.2)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.2)
        #expect(driver.gestures == ["look left"])
        driver.act { recognizer, time, emit in recognizer.recalibrate(at: time, emit) }
        #expect(driver.recognizer.isCalibrating)
        driver.go(left: 0.4, for: 1)
        #expect(driver.recognizer.calibrationCenter?.position.x == 360)
    }
}
