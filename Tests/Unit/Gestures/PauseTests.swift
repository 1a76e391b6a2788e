import Gestures
import Testing

@Suite("Pauses")
struct PauseTests {
    @Test("a hold pauses after its time and a new hold wakes after its own; staying in the first hold does not wake")
    func pauseByHead() {
        var driver = HeadDriver.tracking {
            $0.pauseGesture = .up
            $0.pauseTime = 2
            $0.wakeGesture = .up
            $0.wakeTime = 3
        }
        driver.go(up: 0.3, for: 2.5)
        #expect(!driver.recognizer.isPaused)
        driver.go(up: 0.3, for: 8)
        #expect(driver.recognizer.isPaused)
        #expect(driver.gestures == ["start up", "stop up paused"])
        driver.go(for: 0.3)
        driver.go(up: 0.3, for: 2.5)
        #expect(driver.recognizer.isPaused)
        driver.go(for: 0.3)
        driver.go(up: 0.3, for: 3.2)
        #expect(!driver.recognizer.isPaused)
        #expect(driver.gestures.count == 2)
    }

    @Test("after a pause by the head and an absence, the head can still end the pause")
    func wakesAfterAbsence() {
        var driver = HeadDriver.tracking {
            $0.pauseGesture = .up
            $0.pauseTime = 2
            $0.wakeGesture = .up
            $0.wakeTime = 2
        }
        driver.go(up: 0.4, for: 4)
        #expect(driver.recognizer.isPaused)
        driver.hide(for: 3)
        driver.go(for: 3)
        driver.go(up: 0.4, for: 3)
        #expect(!driver.recognizer.isPaused)
    }

    @Test("a pause during calibration restarts it")
    func pausedCalibration() {
        var driver = HeadDriver()
        driver.go(for: 0.4)
        driver.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        driver.act { recognizer, time, emit in recognizer.resume(at: time, emit) }
        driver.go(for: 0.45)
        #expect(driver.recognizer.isCalibrating)
        driver.go(for: 0.1)
        #expect(!driver.recognizer.isCalibrating)
    }

    @Test("a pause ends a hold, and nothing fires until it is resumed and the head has rested")
    func pause() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 1.2)
        driver.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        driver.stay(2)
        driver.go(for: 0.3)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.3)
        #expect(driver.gestures == ["start left", "stop left paused"])
        driver.go(left: 0.3, for: 0.5)
        driver.act { recognizer, time, emit in recognizer.resume(at: time, emit) }
        driver.stay(2)
        #expect(driver.gestures.count == 2)
        driver.go(for: 0.2)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.2)
        #expect(driver.gestures.last == "look left")
    }

    @Test("while it is barred neither resuming nor the wake gesture ends the pause, also after the clock was set back; a pause from before holds on below it")
    func barred() {
        for wasPaused in [false, true] {
            var driver = HeadDriver.tracking {
                $0.pauseGesture = .up
                $0.wakeGesture = .up
                $0.wakeTime = 1
            }
            driver.go(left: 0.3, for: 1.2)
            if wasPaused { driver.act { $0.pause(at: $1, $2) } }
            driver.act { $0.bar(true, at: $1, $2) }
            #expect(driver.gestures == ["start left", "stop left paused"])
            driver.act { $0.resume(at: $1, $2) }
            driver.act { $0.bar(true, at: $1, $2) }
            driver.go(for: 1)
            driver.go(up: 0.4, for: 3)
            #expect(driver.recognizer.isPaused)
            if wasPaused { driver.act { $0.pause(at: $1, $2) } }
            var late = driver.recognizer
            for time in [-100.0, -99.9] { late.advance(to: time) { _ in } }
            #expect(late.isBarred && late.isPaused && late.isPauseAsked == wasPaused)
            driver.act { $0.bar(false, at: $1, $2) }
            driver.go(up: 0.4, for: 0.5)
            #expect(driver.recognizer.isPaused == wasPaused, "no time of the wake gesture from before counts")
            #expect(driver.gestures.count == 2, "\(driver.gestures)")
        }
    }
}
