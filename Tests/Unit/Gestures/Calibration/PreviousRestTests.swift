import Gestures
import Testing

@Suite("The rest position before a loss")
struct PreviousRestTests {
    /// How the head is lost, and for how long.
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

    @Test("a head that is lost and found while turned causes no gesture when it looks ahead again", arguments: Absence.allCases, [
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

    @Test("returning to the rest position before a loss is not a gesture either, if it ends near that position or is short")
    func nearThePreviousRest() {
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

    @Test("the rest position before a loss is forgotten after short visits, so that a movement there counts again")
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
