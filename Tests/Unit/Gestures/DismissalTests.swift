import Gestures
import Testing

@Suite("People who may not act")
struct DismissalTests {
    /// A head that is not admitted, from the start.
    private static func stranger(_ configure: (inout GestureConfiguration) -> Void = { _ in }) -> HeadDriver {
        var driver = HeadDriver(configure)
        driver.act { recognizer, time, emit in recognizer.dismiss(at: time, emit) }
        return driver
    }

    @Test("the rest of a person who may not act is measured, and nothing that the head does counts")
    func nothingFires() {
        var driver = Self.stranger { ($0.nod, $0.shake, $0.pauseGesture, $0.pauseTime) = (true, true, .up, 1) }
        driver.stay(1)
        #expect(!driver.recognizer.isCalibrating && driver.recognizer.offset == nil)
        driver.go(left: 0.4, for: 0.4)
        driver.go(for: 1)
        driver.go(left: 0.4, for: 2)
        driver.go(for: 1)
        for _ in 0..<4 {
            driver.go(up: -0.2, for: 0.2)
            driver.go(up: 0.1, for: 0.2)
        }
        driver.go(for: 1)
        driver.go(up: 0.4, for: 3)
        #expect(driver.gestures.isEmpty && !driver.recognizer.isPaused, "\(driver.gestures)")
    }

    @Test("a person who may not act does not end a pause")
    func wakesNot() {
        var driver = Self.stranger { ($0.wakeGesture, $0.wakeTime) = (.up, 1) }
        driver.stay(1)
        driver.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        driver.go(up: 0.4, for: 3)
        driver.go(for: 1)
        #expect(driver.recognizer.isPaused)
        driver.act { recognizer, _, _ in recognizer.admit() }
        driver.go(for: 0.3)
        driver.go(up: 0.4, for: 2)
        #expect(!driver.recognizer.isPaused)
    }

    @Test("a person who may not act does not answer a question, and an admitted one does")
    func question() {
        func nod(_ driver: inout HeadDriver) {
            for up in [-0.3, 0, -0.3, 0] { driver.go(up: up, for: 0.25) }
            driver.go(for: 0.6)
        }
        var driver = Self.stranger()
        driver.stay(1.5)
        driver.act { recognizer, time, emit in recognizer.ask(at: time, timeout: 20, emit) }
        driver.go(for: 1)
        nod(&driver)
        #expect(driver.recognizer.armedUntil != nil)
        driver.act { recognizer, _, _ in recognizer.admit() }
        driver.go(for: 1)
        nod(&driver)
        #expect(driver.events.contains { $0.kind == .answer(.yes) }, "\(driver.gestures)")
    }

    @Test("a hold ends at once when its head turns out to be somebody else's, and a movement from before does not count afterwards")
    func endsHold() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 1.5)
        driver.act { recognizer, time, emit in recognizer.dismiss(at: time, emit) }
        #expect(driver.gestures == ["start left", "stop left not-known"])
        driver.act { recognizer, _, _ in recognizer.admit() }
        driver.go(left: 0.4, for: 0.3)
        driver.go(for: 1)
        #expect(driver.gestures.count == 2, "\(driver.gestures)")
        driver.go(left: 0.4, for: 0.4)
        driver.go(for: 1)
        #expect(driver.gestures.last == "look left")
    }

    @Test("a turn during which the face was lost is not completed by whoever is found next")
    func lostTurn() {
        var driver = HeadDriver.tracking()
        driver.go(left: 0.4, for: 0.2)
        driver.hide(for: 0.3)
        driver.act { recognizer, time, emit in recognizer.dismiss(at: time, emit) }
        driver.go(for: 0.5)
        driver.act { recognizer, _, _ in recognizer.admit() }
        driver.go(for: 1)
        #expect(!driver.gestures.contains("look left"), "\(driver.gestures)")
    }
}
