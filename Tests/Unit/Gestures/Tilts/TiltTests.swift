import Gestures
import Testing
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Tilts towards a shoulder")
struct TiltTests {
    /// A head's turn and tilt in degrees, positive to the user's left; its place in IOD and its relative size.
    struct Posture: Sendable {
        var tilt = 0.0
        var yaw = 0.0
        var place = 0.0
        var size = 1.0
    }

    func driver(rate: Double = 20, _ configure: (inout GestureConfiguration) -> Void = { _ in }) -> HeadDriver {
        var driver = HeadDriver(rate: rate) {
            $0.tilt.isOn = true
            configure(&$0)
        }
        keep(Posture(), &driver, for: 1.5, rate: rate)
        return driver
    }

    func keep(_ posture: Posture, _ driver: inout HeadDriver, for seconds: Double, rate: Double = 20) {
        go(from: posture, to: posture, &driver, for: seconds, rate: rate)
    }

    func go(from: Posture, to: Posture, _ driver: inout HeadDriver, for seconds: Double, rate: Double = 20) {
        let count = Int((seconds * rate).rounded())
        for index in 1...max(1, count) {
            let part = Double(index) / Double(count)
            func between(_ path: KeyPath<Posture, Double>) -> Double { from[keyPath: path] + (to[keyPath: path] - from[keyPath: path]) * part }
            let roll = between(\.tilt) * Double.pi / 180
            let head = HeadPointer(position: HeadPoint(320 + 100 * between(\.place), 240), interocularDistance: 100 * between(\.size),
                                   leftward: HeadPoint(cos(roll), sin(roll)))
            driver.sample(head, angles: HeadAngles(yaw: between(\.yaw), pitch: 0))
        }
    }

    func outAndBack(_ posture: Posture, _ driver: inout HeadDriver, stay: Double, rate: Double = 20) {
        go(from: Posture(), to: posture, &driver, for: 0.2, rate: rate)
        keep(posture, &driver, for: stay, rate: rate)
        go(from: posture, to: Posture(), &driver, for: 0.2, rate: rate)
        keep(Posture(), &driver, for: 1, rate: rate)
    }

    @Test("out and back is a tilt towards that shoulder, out and staying is a hold, never both", arguments: [
        (20.0, 0.3, ["tilt left"]), (-20.0, 0.3, ["tilt right"]), (20.0, 2.0, ["start tilt left", "stop tilt left returned"]),
        (-14.0, 2.0, ["start tilt right", "stop tilt right returned"]),
    ], [8.0, 20.0, 30.0])
    func fires(_ movement: (tilt: Double, stay: Double, expected: [String]), rate: Double) {
        var driver = driver(rate: rate)
        outAndBack(Posture(tilt: movement.tilt), &driver, stay: movement.stay, rate: rate)
        #expect(driver.gestures == movement.expected)
    }

    @Test("the tilts of an ordinary neck turn and shift the head a little and count; other movements do not, with the reason", arguments: [
        (Posture(tilt: 20, yaw: 6, place: 0.5), 0.3, ["tilt left"]),
        (Posture(tilt: 9), 0.3, ["no: too-small"]),
        (Posture(tilt: 20), 1.5, ["no: too-long"]),
        (Posture(tilt: 16, yaw: 15), 0.3, ["no: tilted", "no: off-axis"]),
        (Posture(tilt: 20, place: 3), 0.3, ["no: carried"]),
        (Posture(tilt: 20, size: 1.4), 0.3, ["no: leaned"]),
    ])
    func judged(_ posture: Posture, stay: Double, expected: [String]) {
        var driver = driver {
            $0.explains = true
            $0.continuous = false
        }
        outAndBack(posture, &driver, stay: stay)
        let heard = driver.gestures
        for word in expected { #expect(heard.contains(word), "\(heard)") }
        #expect(heard.filter { !$0.hasPrefix("no:") } == expected.filter { !$0.hasPrefix("no:") })
    }

    @Test("a look with the tilt that goes with it is a look and not a tilt")
    func lookIsNoTilt() {
        var driver = driver()
        outAndBack(Posture(tilt: 13, yaw: 30, place: 0.4), &driver, stay: 0.3)
        #expect(driver.gestures == ["look left"])
    }

    @Test("tilts that are off are not reported, and do not change anything")
    func off() {
        var driver = driver { $0.tilt.isOn = false }
        outAndBack(Posture(tilt: 20), &driver, stay: 0.3)
        outAndBack(Posture(tilt: 20), &driver, stay: 3)
        #expect(driver.gestures.isEmpty)
    }

    @Test("a held tilt lasts although the head is turned a little and is still; the rest does not move there")
    func heldStill() {
        var driver = driver()
        outAndBack(Posture(tilt: 18, yaw: 7, place: 0.4), &driver, stay: 6)
        #expect(driver.gestures == ["start tilt left", "stop tilt left returned"])
        outAndBack(Posture(tilt: 18), &driver, stay: 0.3)
        #expect(driver.gestures.last == "tilt left")
    }

    @Test("a head that creeps to one side and stays rests there; tilts count from there")
    func newRest() {
        var driver = driver()
        let slumped = Posture(tilt: 15)
        go(from: Posture(), to: slumped, &driver, for: 2)
        keep(slumped, &driver, for: 6)
        #expect(driver.gestures.isEmpty)
        go(from: slumped, to: Posture(tilt: 35), &driver, for: 0.2)
        keep(Posture(tilt: 35), &driver, for: 0.3)
        go(from: Posture(tilt: 35), to: slumped, &driver, for: 0.2)
        keep(slumped, &driver, for: 1)
        #expect(driver.gestures == ["tilt left"])
    }

    @Test("a held tilt ends when the face is lost, when frames stop, with a pause, a stop and a new calibration", arguments: [
        "face-lost", "frames-stopped", "paused", "stopped", "recalibrated",
    ])
    func ends(_ reason: String) {
        var driver = driver()
        go(from: Posture(), to: Posture(tilt: 20), &driver, for: 0.2)
        keep(Posture(tilt: 20), &driver, for: 2)
        switch reason {
        case "face-lost": driver.hide(for: 0.5)
        case "frames-stopped": driver.stopFrames(for: 0.6)
        case "paused": driver.act { $0.pause(at: $1, $2) }
        case "stopped": driver.act { $0.stop(at: $1, $2) }
        default: driver.act { $0.recalibrate(at: $1, $2) }
        }
        #expect(driver.gestures == ["start tilt left", "stop tilt left \(reason)"])
        #expect(driver.recognizer.heldTilt == nil)
    }

    @Test("a tilt that lasts for max_hold is a posture: it ends, and the head is calibrated there")
    func posture() {
        var driver = driver { $0.maxHold = 4 }
        go(from: Posture(), to: Posture(tilt: 20), &driver, for: 0.2)
        keep(Posture(tilt: 20), &driver, for: 7)
        #expect(driver.gestures == ["start tilt left", "stop tilt left max-hold"])
        #expect(!driver.recognizer.isCalibrating && driver.recognizer.isInIdleZone)
    }

    @Test("a head that is found tilted after a loss must be upright before a tilt counts")
    func foundTilted() {
        var driver = driver()
        driver.hide(for: 0.5)
        keep(Posture(tilt: 20), &driver, for: 1.5)
        go(from: Posture(tilt: 20), to: Posture(), &driver, for: 0.2)
        keep(Posture(), &driver, for: 1)
        #expect(driver.gestures.isEmpty)
        outAndBack(Posture(tilt: 20), &driver, stay: 0.3)
        #expect(driver.gestures == ["tilt left"])
    }

    @Test("a tilt within its refractory period is refused, and a burst of tilts locks")
    func filtered() {
        var driver = driver {
            $0.filters[.tilt(.left)].ignoreRepeat = 5
            $0.explains = true
        }
        outAndBack(Posture(tilt: 20), &driver, stay: 0.3)
        outAndBack(Posture(tilt: 20), &driver, stay: 0.3)
        outAndBack(Posture(tilt: -20), &driver, stay: 0.3)
        #expect(driver.gestures == ["tilt left", "no: repeated", "tilt right"])
    }

    @Test("while the head is turned away, a tilt does not count")
    func turned() {
        var driver = driver { $0.explains = true }
        let away = Posture(yaw: 20)
        go(from: Posture(), to: away, &driver, for: 0.2)
        keep(away, &driver, for: 2)
        go(from: away, to: Posture(tilt: 20, yaw: 20), &driver, for: 0.2)
        keep(Posture(tilt: 20, yaw: 20), &driver, for: 0.4)
        go(from: Posture(tilt: 20, yaw: 20), to: away, &driver, for: 0.2)
        #expect(!driver.gestures.contains("tilt left"))
    }
}
