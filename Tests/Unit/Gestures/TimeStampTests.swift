import Gestures
import Testing

@Suite("Time stamps that cannot be right")
struct TimeStampTests {
    /// A sample of a head at rest with a wrong time.
    private func stray(_ driver: inout HeadDriver, by seconds: Double) {
        driver.skip(seconds)
        driver.stay(0.05)
        driver.skip(-seconds)
    }

    @Test("one sample with a wrong time, or a clock that was set, does not silence the recogniser", arguments: [1e9, 4000, 100, 10, -10, -100, -1e9], [true, false])
    func silences(seconds: Double, staysWrong: Bool) {
        var driver = HeadDriver.tracking()
        if staysWrong { driver.skip(seconds) } else { stray(&driver, by: seconds) }
        driver.stay(3)
        driver.go(left: 0.4, for: 1.5)
        driver.go(for: 0.5)
        #expect(driver.gestures == ["start left", "stop left returned"])
    }

    @Test("one sample more than an hour ahead ends a hold at once, and the rest stays known")
    func ahead() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        stray(&driver, by: 4000)
        #expect(driver.gestures == ["start left", "stop left frames-stopped"])
        driver.go(for: 0.5)
        #expect(!driver.recognizer.isCalibrating)
        driver.go(left: 0.4, for: 1.5)
        #expect(driver.gestures.last == "start left")
    }

    @Test("a gap of hours is a gap: the second sample after it counts")
    func hours() {
        var driver = HeadDriver.tracking()
        driver.skip(20_000)
        driver.stay(0.1)
        #expect(driver.recognizer.isCalibrating && driver.recognizer.isFacePresent)
    }

    @Test("a clock that is set back ends a hold with the second sample, or the second step of the time if no sample comes", arguments: [true, false])
    func back(hasSamples: Bool) {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        driver.skip(-1000)
        if hasSamples { driver.stay(0.1) } else { driver.stopFrames(for: 0.1) }
        #expect(driver.gestures == ["start left", "stop left frames-stopped"])
        driver.go(left: 0.4, for: 2)
        driver.go(for: 5)  // the rest before is still known
        #expect(driver.gestures.count == 2, "\(driver.gestures)")
    }

    @Test("a clock that is set back withdraws a question, and keeps a pause")
    func keeps() {
        var driver = HeadDriver.tracking()
        driver.act { recognizer, time, emit in recognizer.ask(at: time, timeout: 1000, emit) }
        driver.skip(-100)
        driver.stay(0.1)
        #expect(driver.events.contains { $0.kind == .answer(.none) } && driver.recognizer.armedUntil == nil)
        driver.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        driver.skip(-100)
        driver.stay(1)
        #expect(driver.recognizer.isPaused)
    }

    @Test("numbers of a head that are none do not stay in the filters", arguments: 0..<4)
    func notNumbers(which: Int) {
        var driver = HeadDriver.tracking { $0.smoothing = 3 }
        var head = HeadDriver.head(left: 0, up: 0), angles = HeadAngles(yaw: 0, pitch: 0)
        driver = HeadDriver { $0.smoothing = 3 }
        driver.sample(head, angles: angles, times: 40)
        switch which {
        case 0: head.leftward.x = .nan
        case 1: head.height = .nan
        case 2: angles.yaw = .infinity
        default: head.interocularDistance = .nan
        }
        driver.sample(head, angles: angles)
        driver.sample(HeadDriver.head(left: 0, up: 0), angles: HeadAngles(yaw: 0, pitch: 0), times: 10)
        driver.sample(HeadDriver.head(left: 0.4, up: 0), angles: HeadAngles(yaw: 20, pitch: 0), times: 30)
        #expect(driver.gestures == ["start left"])
    }
}
