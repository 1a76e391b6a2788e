import Gestures
import Testing

@Suite("Mouth and lids")
struct ExpressionTests {
    /// A face whose mouth and lids follow two functions of the time since it was made.
    private struct Face {
        var recognizer: GestureRecognizer
        var events: [GestureEvent] = []
        var time = 0.0
        let rate: Double

        init(rate: Double = 15, _ configure: (inout GestureConfiguration) -> Void = { _ in }) {
            var configuration = GestureConfiguration()
            configuration.expressions.mouth = true
            configuration.expressions.eyesClosed = true
            configuration.explains = true
            configure(&configuration)
            recognizer = GestureRecognizer(configuration: configuration)
            self.rate = rate
            keep(for: 3)
        }

        /// - Parameters:
        ///   - mouth: the lips' distance in IOD at the seconds since the beginning of this part.
        ///   - lids: the lids' opening; open ones have 0.3.
        ///   - yaw: turn of the head in degrees.
        mutating func keep(for seconds: Double, yaw: Double = 0, mouth: (Double) -> Double = { _ in 0.02 }, lids: (Double) -> Double = { _ in 0.3 }) {
            for index in 1...max(1, Int((seconds * rate).rounded())) {
                let part = Double(index) / rate
                time += 1 / rate
                var sample = HeadSample(time: time, head: HeadDriver.head(left: 0, up: 0), angles: HeadAngles(yaw: yaw, pitch: 0),
                                        mouth: MouthOpening(mouth(part), seenAt: time))
                sample.lids = LidOpening(right: lids(part), left: lids(part), seenAt: time)
                recognizer.process(sample) { events.append($0) }
            }
        }

        mutating func open(_ opening: Double = 0.45, for seconds: Double, yaw: Double = 0) {
            keep(for: seconds, yaw: yaw, mouth: { $0 > seconds - 0.1 || $0 < 0.1 ? 0.2 : opening })
            keep(for: 1.5)
        }

        mutating func shut(to openness: Double = 0.15, for seconds: Double) {
            keep(for: seconds, lids: { _ in openness })
            keep(for: 1.5)
        }

        var gestures: [String] { events.compactMap(\.shortWords) }
    }

    @Test("a mouth or eyes that are back in time are a gesture, those that stay are a hold, never both", arguments: [10.0, 15, 30])
    func fires(rate: Double) {
        var face = Face(rate: rate)
        face.open(for: 0.7)
        face.open(for: 2.5)
        face.shut(for: 0.8)
        face.shut(for: 2.5)
        #expect(face.gestures == ["mouth", "start mouth", "stop mouth returned", "eyes-closed", "start eyes-closed", "stop eyes-closed returned"])
    }

    @Test("blinks, yawns, turned heads and what is too small, short or long are refused, with the reason", arguments: [
        ("a long blink", "no: blinked"), ("a yawn", "no: yawned"), ("a small opening", "no: too-small"), ("a turned head", "no: turned"),
        ("a slow opening", "no: crept"),
    ])
    func refused(_ movement: String, expected: String) {
        var face = Face()
        switch movement {
        case "a long blink": face.shut(for: 0.35)
        case "a yawn": face.keep(for: 4, mouth: { min(0.9, 0.02 + 0.45 * $0) })
        case "a small opening": face.open(0.24, for: 0.6)
        case "a turned head":
            face.keep(for: 0.6, yaw: 20, mouth: { _ in 0.45 })
        default: face.keep(for: 2, mouth: { min(0.5, 0.02 + 0.25 * $0) })
        }
        face.keep(for: 1)
        #expect(face.gestures.contains(expected) && !face.gestures.contains { $0.contains("mouth") || $0.contains("eyes") }, "\(face.gestures)")
    }

    @Test("blinks fire nothing and are not worth a word, also many of them")
    func blinks() {
        var face = Face()
        for _ in 0..<30 {
            face.keep(for: 0.2, lids: { _ in 0.12 })
            face.keep(for: 1.1)
        }
        #expect(face.gestures == [])
    }

    @Test("a mouth that opens and shuts as in speech or chewing fires nothing, however wide", arguments: [1.2, 2, 3, 4], [0.2, 0.4, 0.6])
    func speech(rate: Double, opening: Double) {
        var face = Face(rate: 30)
        face.keep(for: 12, mouth: { time in 0.02 + opening * Wave.hump(time * rate) })
        face.keep(for: 2)
        #expect(!face.gestures.contains { $0.contains("mouth") }, "\(face.gestures)")
    }

    @Test("the rest is the person's own: a mouth that hangs open, eyes that are narrow")
    func ownRest() {
        var face = Face()
        face.keep(for: 20, mouth: { _ in 0.2 }, lids: { _ in 0.2 })
        face.keep(for: 0.7, mouth: { _ in 0.55 }, lids: { _ in 0.2 })
        face.keep(for: 2, mouth: { _ in 0.2 }, lids: { _ in 0.2 })
        face.keep(for: 0.8, mouth: { _ in 0.2 }, lids: { _ in 0.1 })
        face.keep(for: 2, mouth: { _ in 0.2 }, lids: { _ in 0.2 })
        #expect(face.gestures.filter { !$0.hasPrefix("no") } == ["mouth", "eyes-closed"])
    }

    @Test("a hold ends when the face is lost, in a pause, and after max_hold", arguments: [
        ("lost", "stop mouth face-lost"), ("paused", "stop mouth paused"), ("long", "stop mouth max-hold"), ("unmeasured", "stop mouth returned"),
    ])
    func ends(_ cause: String, expected: String) {
        var face = Face { $0.maxHold = 6 }
        face.keep(for: 2, mouth: { _ in 0.5 })
        #expect(face.gestures == ["start mouth"] && face.recognizer.heldExpression == .mouth)
        switch cause {
        case "lost":
            for _ in 0..<6 {
                face.time += 1 / face.rate
                face.recognizer.process(HeadSample(time: face.time, head: nil)) { face.events.append($0) }
            }
        case "paused": face.recognizer.pause(at: face.time) { face.events.append($0) }
        case "unmeasured":
            for _ in 0..<10 {
                face.time += 1 / face.rate
                face.recognizer.process(HeadSample(time: face.time, head: HeadDriver.head(left: 0, up: 0), angles: HeadAngles(yaw: 0, pitch: 0))) {
                    face.events.append($0)
                }
            }
        default: face.keep(for: 6, mouth: { _ in 0.5 })
        }
        #expect(face.gestures == ["start mouth", expected] && face.recognizer.heldExpression == nil)
    }

    @Test("nothing fires in a pause, during calibration, or if nothing uses it; then nothing asks for measurements either")
    func silent() {
        var paused = Face()
        paused.recognizer.pause(at: paused.time) { _ in }
        paused.open(for: 0.7)
        #expect(paused.gestures == [] && paused.recognizer.expressionInterval == nil)
        var calibrating = Face()
        calibrating.recognizer.recalibrate(at: calibrating.time) { _ in }
        calibrating.keep(for: 0.4, mouth: { _ in 0.5 })
        #expect(calibrating.gestures == [] && calibrating.recognizer.expressionInterval == 0)
        var unused = Face { $0.expressions = ExpressionLimits() }
        unused.open(for: 0.7)
        unused.open(for: 2.5)
        #expect(unused.gestures == [] && unused.recognizer.expressionInterval == nil)
    }

    @Test("measurements are asked for ten times a second at rest, and in every frame while something moves")
    func interval() {
        var face = Face()
        #expect(face.recognizer.expressionInterval == 0.1)
        face.keep(for: 0.3, mouth: { _ in 0.5 })
        #expect(face.recognizer.expressionInterval == 0)
    }

    @Test("the filters of all gestures hold: ignore_repeat")
    func filters() {
        var face = Face { $0.filters[.expression(.mouth)].ignoreRepeat = 10 }
        face.open(for: 0.7)
        face.keep(for: 2)
        face.open(for: 0.7)
        #expect(face.gestures == ["mouth", "no: repeated"])
    }
}
