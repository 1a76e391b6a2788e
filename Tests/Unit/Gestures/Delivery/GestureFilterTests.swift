import Gestures
import Testing

@Suite("Filters")
struct GestureFilterTests {
    @Test("a hold can have its own acceptance time")
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

    @Test("a repeated gesture is ignored for the configured time; other gestures are not")
    func ignoreRepeat() {
        var driver = HeadDriver.tracking {
            $0.filters[.look(.left)].ignoreRepeat = 1
            $0.explains = true
        }
        for left in [0.3, 0.3, -0.3, 0.3] {
            driver.go(left: left, for: 0.3)
            driver.go(for: 0.3)
        }
        #expect(driver.gestures == ["look left", "no: repeated", "look right", "look left"])
    }
}
