import Gestures
import Testing

@Suite("Series of swings")
struct SeriesTests {
    private let rate = 30.0

    private func driver(_ seriesRate: Double = GestureRules().seriesRate) -> HeadDriver {
        HeadDriver.tracking(rate: rate) {
            $0.nod = true
            $0.shake = true
            $0.discrete = false
            $0.continuous = false
            $0.rules.seriesRate = seriesRate
        }
    }

    /// Moves the head to and fro, on a slant that the rules refuse.
    private func swing(_ driver: inout HeadDriver, left: Double, up: Double, cycles: Double, period: Double = 0.7) {
        let samples = Int(cycles * period * rate)
        for sample in 1...samples {
            let wave = Wave.swing(Double(sample) / rate / period)
            driver.go(left: left * wave, up: up * wave, for: 1 / rate)
        }
    }

    @Test("a slanted shake and a slanted nod count by their points, once each", arguments: [(0.4, 0.26, "shake"), (-0.26, -0.4, "nod")])
    func slanted(left: Double, up: Double, name: String) {
        func told(_ seriesRate: Double) -> [String] {
            var driver = driver(seriesRate)
            driver.go(for: 2)
            swing(&driver, left: left, up: up, cycles: name == "nod" ? 2 : 3)
            driver.go(for: 2)
            return driver.gestures.map { String($0.prefix { $0 != " " }) }
        }
        #expect(told(GestureRules().seriesRate) == [name])
        #expect(told(-.infinity) == [])
    }

    @Test("a shake that does not end is told while it goes on, and once", arguments: [0.7, 1.6])
    func endless(period: Double) {
        var driver = driver()
        driver.go(for: 2)
        swing(&driver, left: 0.4, up: 0.26, cycles: 5.5, period: period)
        #expect(driver.gestures.count == 1)
        swing(&driver, left: 0.4, up: 0.26, cycles: 3, period: period)
        driver.go(for: 2)
        #expect(driver.gestures.count == 1)
    }

    @Test("a head that swings in all directions alike does not shake")
    func circles() {
        var driver = driver()
        driver.go(for: 2)
        for sample in 1...Int(4 * rate) {
            let part = Double(sample) / rate / 0.9
            driver.go(left: 0.4 * Wave.swing(part), up: 0.4 * Wave.swing(part + 0.25), for: 1 / rate)
        }
        driver.go(for: 2)
        #expect(driver.gestures == [])
    }

    @Test("a small quick series up and down is a fit of coughs, and a full one is a nod", arguments: [(0.14, false), (0.4, true)])
    func coughs(size: Double, isNod: Bool) {
        var driver = driver(.infinity)
        driver.go(for: 2)
        for sample in 1...Int(0.9 * rate) { driver.go(up: -size * Wave.hump(Double(sample) / rate / 0.45), for: 1 / rate) }
        driver.go(for: 2)
        #expect(driver.gestures.count == (isNod ? 1 : 0))
    }

    @Test("a shake that began before a question does not answer it")
    func question() {
        func told(asks: Bool) -> Int {
            var driver = driver()
            driver.go(for: 2)
            swing(&driver, left: 0.4, up: 0.26, cycles: 1)
            if asks { driver.act { $0.ask(at: $1, timeout: 10, $2) } }
            swing(&driver, left: 0.4, up: 0.26, cycles: 2)
            driver.go(for: 2)
            return driver.events.count { $0.kind.gesture != nil }
        }
        #expect(told(asks: false) == 1)
        #expect(told(asks: true) == 0)
    }

    @Test("a shake that was made in a pause does not count after it")
    func paused() {
        func told(pauses: Bool) -> Int {
            var driver = driver()
            driver.go(for: 2)
            if pauses { driver.act { $0.pause(at: $1, $2) } }
            swing(&driver, left: 0.4, up: 0.26, cycles: 3)
            driver.go(for: 0.25)
            if pauses { driver.act { $0.resume(at: $1, $2) } }
            driver.go(for: 2)
            return driver.events.count { $0.kind.gesture != nil }
        }
        #expect(told(pauses: false) == 1)
        #expect(told(pauses: true) == 0)
    }

    @Test("a shake in which the face was lost does not count")
    func lost() {
        var driver = driver()
        driver.go(for: 2)
        swing(&driver, left: 0.4, up: 0.26, cycles: 1.5)
        driver.hide(for: 0.5)
        driver.go(for: 0.2)
        driver.go(for: 2)
        #expect(driver.gestures == [])
    }
}
