import Gestures
import Testing
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Speech")
struct SpeechDetectorTests {
    /// Lips in speech, as on real footage: 0.02 to 0.14 eye distances apart, several times a second.
    private static func speech(_ time: Double) -> Double { 0.08 + 0.04 * sin(27 * time) + 0.02 * sin(17.3 * time) }
    /// A closed mouth with the noise of the mesh and of nodding.
    private static func silence(_ time: Double) -> Double { 0.03 + 0.012 * sin(3 * time) + 0.005 * sin(40 * time) }

    /// A head that rests, looks left, holds to the right, nods and shakes.
    private func gestures(_ mouth: ((Double) -> Double)?, looks: Double, _ configure: (inout GestureConfiguration) -> Void = { _ in })
        -> HeadDriver
    {
        var driver = HeadDriver.tracking(rate: 30) {
            $0.nod = true
            $0.shake = true
            $0.explains = true
            configure(&$0)
        }
        driver.mouth = mouth.map { ($0, looks) }
        driver.go(for: 2)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 2)
        driver.go(left: -0.3, for: 1.5)
        driver.go(for: 2)
        for up in [-0.3, 0, -0.3, 0] { driver.go(up: up, for: 0.25) }
        driver.go(for: 2)
        for left in [0.3, -0.3, 0.3, 0] { driver.go(left: left, for: 0.3) }
        driver.go(for: 2)
        return driver
    }

    private let all = ["look left", "start right", "stop right returned", "nod 2", "shake 3"]

    @Test("silent people can make gestures; people who talk make none, and are told why, however often the lips are measured",
          arguments: [30.0, 15, 3.3])
    func talking(looks: Double) {
        #expect(gestures(Self.silence, looks: looks).gestures == all)
        let talking = gestures(Self.speech, looks: looks)
        #expect(talking.gestures.allSatisfy { $0.hasPrefix("no: ") }, "\(talking.gestures)")
        let reasons = talking.rejections.filter { $0.rule == .talking }
        #expect(reasons.count == 4 && reasons.allSatisfy { $0.value > 0.09 && $0.bound == 0.09 && $0.remedy?.key == "quiet_mouth" })
    }

    @Test("lips that are not seen, or are allowed to move, refuse nothing; a gesture may have its own limit")
    func limits() {
        #expect(gestures(nil, looks: 30).gestures == all)
        #expect(gestures(Self.speech, looks: 30) { $0.quietMouth = 0 }.gestures == all)
        #expect(gestures({ $0 < 12 ? Self.silence($0) : .nan }, looks: 30).gestures == all)
        let own = gestures(Self.speech, looks: 30) { $0.filters[.nod].quietMouth = 20 }
        #expect(own.gestures.filter { !$0.hasPrefix("no: ") } == ["nod 2"])
    }

    @Test("the face is wanted anew while a movement may become a gesture: not at rest, not in a hold, and not where its lips say enough or nothing")
    func wanted() {
        var driver = HeadDriver.tracking(rate: 30)
        driver.mouth = (Self.silence, 30)
        driver.go(for: 2)
        #expect(driver.recognizer.movementInterval == nil, "at rest")
        driver.go(left: 0.3, for: 0.2)
        #expect(driver.recognizer.movementInterval == driver.recognizer.configuration.rules.lipSpacing)
        var paused = driver.recognizer, dismissed = driver.recognizer, turned = driver.recognizer
        paused.pause(at: driver.time) { _ in }
        dismissed.dismiss(at: driver.time) { _ in }
        #expect(paused.movementInterval == nil && dismissed.movementInterval == nil)
        let mouth = FaceMeasure(0.03, seenAt: driver.time)
        turned.process(HeadSample(time: driver.time + 1 / 30, head: HeadDriver.head(left: 0.3, up: 0), angles: HeadAngles(yaw: 45, pitch: 0), mouth: mouth)) { _ in }
        #expect(turned.movementInterval == nil, "turned far")
        var talking = HeadDriver.tracking(rate: 30)
        talking.mouth = ({ 0.07 + 0.06 * sin(29 * $0) }, 30)
        talking.go(for: 2)
        talking.go(left: 0.3, for: 0.2)
        #expect(talking.recognizer.movementInterval == nil, "they surely talk")
        driver.go(left: 0.3, for: 1.5)
        #expect(driver.recognizer.heldDirection == .left && driver.recognizer.movementInterval == nil, "held")
    }

    @Test("a look counts again within a second after talking stops")
    func silent() {
        var driver = HeadDriver.tracking(rate: 30)
        driver.mouth = ({ $0 < 4 ? Self.speech($0) : Self.silence($0) }, 15)
        driver.go(for: 3.6)
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.2)
        #expect(driver.gestures == ["look left"])
    }

    @Test("a nod answers a question even while the person speaks")
    func answer() {
        var driver = HeadDriver.tracking(rate: 30)
        driver.mouth = (Self.speech, 15)
        driver.go(for: 2)
        driver.act { recognizer, time, emit in recognizer.ask(at: time, timeout: 5, emit) }
        driver.go(for: 0.3)
        for up in [-0.3, 0, -0.3, 0] { driver.go(up: up, for: 0.25) }
        driver.go(for: 1)
        #expect(driver.events.contains { $0.kind == .answer(.yes) })
    }

    @Test("lip movement in a face turned far away does not count as speech")
    func turned() {
        func gestures(yaw: Double) -> [String] {
            var driver = HeadDriver.tracking(rate: 30) { $0.pointer = .position }
            driver.mouth = (Self.speech, 15)
            func go(_ left: Double, _ seconds: Double) {
                driver.sample(HeadDriver.head(left: left, up: 0), angles: HeadAngles(yaw: yaw, pitch: 0), times: Int(seconds * 30))
            }
            go(0, 2)
            go(0.3, 0.5)
            go(0, 1)
            return driver.gestures
        }
        #expect(gestures(yaw: 45) == ["look left"] && gestures(yaw: 30).isEmpty)
    }
}
