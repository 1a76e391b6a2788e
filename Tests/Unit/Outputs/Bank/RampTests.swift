import Gestures
import Outputs
import Testing

@Suite("Axes between samples")
struct RampTests {
    /// A bank with one axis, which has seen a head at rest; 10 samples a second.
    private struct Driver {
        var bank: AxisBank
        var time = 0.0, values: [Double] = [], rests = 0

        init(_ set: (inout AxisConfiguration) -> Void) {
            var axis = AxisConfiguration(name: "x")
            (axis.deadZone, axis.accelerationZone) = (0.1, 0.2)
            set(&axis)
            bank = AxisBank([axis], maxHold: 20)
            sample(0)
        }

        mutating func hear(_ change: AxisChange) {
            values.append(change.value)
            if change.rests { rests += 1 }
        }

        mutating func sample(_ left: Double?, tilt: Double? = nil, held: HeadDirection? = nil) {
            time += 0.1
            var heard: [AxisChange] = []
            bank.move(left.map { HeadOffset(left: $0, up: 0) }, tilt: tilt.map { HeadOffset(left: $0, up: 0) }, held: held, at: time - 0.05, now: time) { heard.append($0) }
            for change in heard { hear(change) }
        }

        mutating func proceed(_ seconds: Double, step: Double = 0.02, held: HeadDirection? = nil) {
            let end = time + seconds
            while time < end - 1e-9 {
                time += step
                var heard: [AxisChange] = []
                bank.proceed(held: held, to: time) { heard.append($0) }
                for change in heard { hear(change) }
            }
        }

        var value: Double { bank.values[0].value }
    }

    @Test("a ramp goes on between samples, rises no further than 0.15 s without one, and comes down without any")
    func ramp() {
        var driver = Driver { $0.slew = 1 }  // full in half a second
        driver.sample(0.3)
        #expect(abs(driver.value - 0.2) < 1e-9)
        driver.proceed(0.08)
        #expect(abs(driver.value - 0.36) < 1e-9 && driver.values.count == 5)
        driver.time -= 0.08
        driver.sample(0.3)
        #expect(abs(driver.value - 0.4) < 1e-9)
        driver.proceed(0.4)
        #expect(abs(driver.value - 0.7) < 1e-9, "0.15 s after the sample it waits for the next")
        driver.time -= 0.3
        driver.sample(0)
        driver.proceed(0.4)
        #expect(driver.value == 0 && driver.rests == 1)
    }

    @Test("an axis without a ramp is told nothing between samples; one with a hold rests as soon as the hold is over")
    func others() {
        var plain = Driver { _ in }
        plain.sample(0.2)
        plain.proceed(0.1)
        #expect(plain.values == [0.5])
        var held = Driver { ($0.hold, $0.slew) = (.left, 1) }
        held.sample(0.3, held: .left)
        held.proceed(0.06, held: .left)
        #expect(held.value > 0.1)
        held.proceed(0.02)
        #expect(held.value == 0 && held.rests == 1)
    }

    @Test("an axis that stays moves at its pace while the head is aside, and keeps its place when it is back, lost or held up")
    func stays() {
        var driver = Driver { ($0.integrates, $0.slew) = (true, 0.25) }  // from the middle to an end in two seconds
        for _ in 0..<11 { driver.sample(0.3) }
        #expect(abs(driver.value - 0.5) < 1e-9, "\(driver.value)")
        driver.sample(0)
        let place = driver.value
        driver.sample(nil)
        driver.proceed(1)
        #expect(driver.value == place && driver.rests == 0)
        driver.sample(0.3)
        #expect(driver.value == place, "not before the middle")
        driver.sample(0)
        driver.sample(-0.3)
        driver.proceed(2)
        #expect(abs(driver.value - (place - 0.075)) < 0.011, "a sample counts for 0.15 s: \(place) \(driver.value)")
        for _ in 0..<100 { driver.sample(-0.3) }
        #expect(driver.value == -1)
    }

    @Test("an axis that follows the tilt ignores a turn, and rests while the tilt is unknown")
    func tilt() {
        var driver = Driver { $0.follows = .tilt }
        driver.sample(0.3, tilt: 0)
        driver.sample(0.3, tilt: 0)
        #expect(driver.values.isEmpty)
        driver.sample(0, tilt: 0.2)
        #expect(driver.values == [0.5])
        driver.sample(0)
        #expect(driver.rests == 1)
    }
}
