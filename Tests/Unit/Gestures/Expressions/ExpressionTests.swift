import Gestures
import Testing

@Suite("Mouth, lids and brows")
struct ExpressionTests {
    /// A face whose parts follow functions of the time since it was made.
    struct Face {
        var recognizer: GestureRecognizer
        var events: [GestureEvent] = []
        var time = 0.0
        let rate: Double

        init(rate: Double = 15, _ configure: (inout GestureConfiguration) -> Void = { _ in }) {
            var configuration = GestureConfiguration()
            FacialExpression.allCases.forEach { configuration.expressions.use($0) }
            configuration.explains = true
            configure(&configuration)
            recognizer = GestureRecognizer(configuration: configuration)
            self.rate = rate
            keep(for: 3)
        }

        /// - Parameters:
        ///   - mouth: the lips' distance in IOD at the seconds since the beginning of this part.
        ///   - lids: the lids' opening; open ones have 0.3.
        ///   - brows, smile: their measures; at rest they are 0.6 and 0.7.
        ///   - yaw: turn of the head in degrees.
        mutating func keep(for seconds: Double, yaw: Double = 0, mouth: (Double) -> Double = { _ in 0.02 }, lids: (Double) -> Double = { _ in 0.3 },
                           brows: (Double) -> Double = { _ in 0.6 }, smile: (Double) -> Double = { _ in 0.7 }) {
            for index in 1...max(1, Int((seconds * rate).rounded())) {
                let part = Double(index) / rate
                time += 1 / rate
                var sample = HeadSample(time: time, head: HeadDriver.head(left: 0, up: 0), angles: HeadAngles(yaw: yaw, pitch: 0),
                                        mouth: FaceMeasure(mouth(part), seenAt: time))
                sample.lids = LidOpening(right: lids(part), left: lids(part), seenAt: time)
                sample.brows = FaceMeasure(brows(part), seenAt: time)
                sample.smile = FaceMeasure(smile(part), seenAt: time)
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

        /// Raises the brows, or smiles; `brows` and `smile` have 0.07 and 0.17 as limits.
        mutating func show(_ expression: FacialExpression, by part: Double? = nil, for seconds: Double, mouth: Double = 0.02, yaw: Double = 0) {
            let size = part ?? (expression == .brows ? 0.1 : 0.3)
            keep(for: seconds, yaw: yaw, mouth: { _ in mouth }, brows: { _ in expression == .brows ? 0.6 * (1 + size) : 0.6 },
                 smile: { _ in expression == .smile ? 0.7 * (1 + size) : 0.7 })
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

    @Test("brows or a smile that are back in time are a gesture, those that stay are a hold, never both", arguments: [FacialExpression.brows, .smile],
          [10.0, 15, 30])
    func shows(_ expression: FacialExpression, rate: Double) {
        var face = Face(rate: rate)
        face.show(expression, for: 0.6)
        face.show(expression, for: 2.5)
        let name = expression.rawValue
        #expect(face.gestures == [name, "start \(name)", "stop \(name) returned"])
    }

    @Test("brows and a smile in speech, in a laugh, in surprise, with a turned head, too small or too long are refused, with the reason",
          arguments: [FacialExpression.brows, .smile], ["opened", "turned", "too-small", "not-rested", "talking", "crept"])
    func refusedShow(_ expression: FacialExpression, rule: String) {
        var face = Face(rate: 30)
        let rest = expression == .brows ? 0.6 : 0.7
        /// The face with one measure that follows a function of the time.
        func keep(for seconds: Double, mouth: (Double) -> Double = { _ in 0.02 }, _ measure: (Double) -> Double) {
            face.keep(for: seconds, mouth: mouth, brows: expression == .brows ? measure : { _ in 0.6 }, smile: expression == .smile ? measure : { _ in 0.7 })
        }
        switch rule {
        case "opened": face.show(expression, for: 0.6, mouth: 0.24)
        case "turned": face.show(expression, for: 0.6, yaw: 20)
        case "too-small": face.show(expression, by: expression == .brows ? 0.06 : 0.15, for: 0.6)
        case "not-rested": keep(for: 3) { rest * (1 + 0.35 * Wave.hump($0 * 1.5)) }
        case "talking":
            face.keep(for: 4, mouth: { 0.02 + 0.12 * Wave.hump($0 * 4) })
            keep(for: 0.6, mouth: { 0.02 + 0.12 * Wave.hump($0 * 4) }) { _ in rest * 1.3 }
            face.keep(for: 1, mouth: { 0.02 + 0.12 * Wave.hump($0 * 4) })
        default: keep(for: 2.5) { rest * (1 + min(0.3, (expression == .brows ? 0.06 : 0.12) * $0)) }
        }
        face.keep(for: 1.5)
        #expect(face.gestures.contains("no: \(rule)"), "\(face.gestures)")
        #expect(!face.gestures.contains { $0.contains("brows") || $0.contains("smile") }, "\(face.gestures)")
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
        face.keep(for: 40, brows: { _ in 0.66 }, smile: { _ in 0.9 })
        face.keep(for: 0.6, brows: { _ in 0.73 }, smile: { _ in 0.9 })
        face.keep(for: 2, brows: { _ in 0.66 }, smile: { _ in 0.9 })
        face.keep(for: 0.6, brows: { _ in 0.66 }, smile: { _ in 1.15 })
        face.keep(for: 2, brows: { _ in 0.66 }, smile: { _ in 0.9 })
        #expect(face.gestures.filter { !$0.hasPrefix("no") && !$0.contains(" ") } == ["mouth", "eyes-closed", "brows", "smile"])
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
