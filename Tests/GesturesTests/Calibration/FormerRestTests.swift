import Gestures
import Testing

@Suite("The rest before a loss")
struct FormerRestTests {
    /// How a head goes out of sight, and for how long.
    enum Absence: CaseIterable {
        case covered, coveredLong, withoutPictures, stopped

        func pass(_ driver: inout HeadDriver) {
            switch self {
            case .covered: driver.hide(for: 1)
            case .coveredLong: driver.hide(for: 2.3)
            case .withoutPictures: driver.stopFrames(for: 2.3)
            case .stopped: driver.skip(2.3)
            }
        }
    }

    @Test("a head that was lost turned, was found turned and looks ahead again moves nothing", arguments: Absence.allCases, [
        1.5, 5, 100,
    ])
    func foundTurned(absence: Absence, after seconds: Double) {
        var driver = HeadDriver.tracking { $0.acceptance = 0.3 }
        driver.stay(4)
        driver.go(left: -0.4, for: 1)
        absence.pass(&driver)
        driver.go(left: -0.4, for: seconds)
        let before = driver.gestures
        driver.go(left: -0.05, for: 10)
        #expect(driver.gestures == before && before.count == 2)
        driver.go(left: -0.4, for: 1)
        #expect(driver.gestures.last == "start right")
    }

    @Test("the way back to the rest before a loss is none either where it ends a little beside it, or is a short look")
    func nearTheFormerRest() {
        var driver = HeadDriver.tracking()
        driver.stay(4)
        driver.go(left: -0.5, for: 1.5)
        driver.hide(for: 3)
        driver.go(left: -0.5, for: 1.5)
        driver.go(left: -0.05, for: 0.3)
        driver.go(left: -0.5, for: 1)
        #expect(driver.gestures == ["start right", "stop right face-lost"])
        driver.go(left: 0.15, for: 5)
        #expect(driver.gestures == ["start right", "stop right face-lost"])
    }

    @Test("a rest before a loss that is visited only is forgotten: whoever rests elsewhere now can point there again")
    func forgotten() {
        var driver = HeadDriver.tracking()
        driver.stay(4)
        driver.hide(for: 3)
        driver.go(up: -0.5, for: 10)
        for _ in 0..<2 {
            driver.go(for: 1.5)
            driver.go(up: -0.5, for: 5)
        }
        #expect(driver.gestures.isEmpty)
        driver.go(for: 1.5)
        #expect(driver.gestures == ["start up"])
    }
}
