import Gestures
import GestureSupport
import Testing

@Suite("Held gestures")
struct HeldGesturesTests {
    /// A person who turns, tilts, looks and makes faces, at 30 samples a second.
    struct Scene {
        var recognizer: GestureRecognizer
        var ledger = HoldLedger()
        var ends: [GestureEvent.StopReason] = []
        var time = 0.0
        var isSeen = true
        /// Of the head in IOD and degrees, of the face in its measures, of the gaze as a sine.
        var left = 0.0, tilt = 0.0, mouth = 0.0, lids = 0.0, brows = 0.0, smile = 0.0, gaze = 0.0

        init(maxHold: Double = 20) throws {
            var configuration = GestureConfiguration()
            configuration.maxHold = maxHold
            configuration.tilt.isOn = true
            FacialExpression.allCases.forEach { configuration.expressions.use($0) }
            let window = try #require(GestureName("window"))
            configuration.gaze.zones = [GazeZone(name: window, area: GazeZone.directions(left: -30, right: -5, bottom: -20, top: 20))]
            configuration.gaze.correction = GazeCorrection()
            recognizer = GestureRecognizer(configuration: configuration)
            pass(3)
        }

        mutating func pass(_ seconds: Double) {
            for _ in 0..<Int((seconds * 30).rounded()) { sample(at: time + 1 / 30) }
        }

        mutating func sample(at moment: Double) {
            time = moment
            let roll = tilt * Double.pi / 180
            let head = HeadPointer(position: HeadPoint(320 + 100 * left, 240), interocularDistance: 100, leftward: HeadPoint(1 - roll * roll / 2, roll))
            var sample = HeadSample(time: time, head: isSeen ? head : nil, angles: HeadAngles(yaw: left * 47.7, pitch: 0))
            sample.mouth = FaceMeasure(0.02 + mouth, seenAt: time)
            sample.lids = LidOpening(right: 0.3 - lids, left: 0.3 - lids, seenAt: time)
            sample.brows = FaceMeasure(0.6 * (1 + brows), seenAt: time)
            sample.smile = FaceMeasure(0.7 * (1 + smile), seenAt: time)
            sample.gaze = GazeLook(eyes: SIMD3(0, 0, 60), direction: SIMD2(gaze, 0), time: time)
            act { recognizer, _, emit in recognizer.process(sample, emit) }
        }

        mutating func act(_ body: (inout GestureRecognizer, Double, (GestureEvent) -> Void) -> Void) {
            body(&recognizer, time) { event in
                ledger.hear(event)
                switch event.kind {
                case .ended(_, _, let reason):
                    ends.append(reason)
                default: break
                }
            }
            ledger.check(recognizer)
        }

        mutating func rest(_ seconds: Double) {
            (left, tilt, mouth, lids, brows, smile, gaze) = (0, 0, 0, 0, 0, 0, 0)
            isSeen = true
            pass(seconds)
        }
    }

    enum Kind: CaseIterable, Sendable {
        case turn, tilt, mouth, eyesClosed, brows, smile, gaze

        func begin(_ scene: inout Scene) {
            switch self {
            case .turn: scene.left = 0.4
            case .tilt: scene.tilt = 20
            case .mouth: scene.mouth = 0.43
            case .eyesClosed: scene.lids = 0.28
            case .brows: scene.brows = 0.12
            case .smile: scene.smile = 0.3
            case .gaze: scene.gaze = -0.2
            }
            scene.pass(2)
        }
    }

    enum Cause: CaseIterable, Sendable {
        case recalibration, center, pause, dismissal, question, interruption, stop, loss, gap, noSamples, clockSetBack, notANumber

        func happen(to scene: inout Scene) {
            switch self {
            case .recalibration: scene.act { $0.recalibrate(at: $1, $2) }
            case .center: scene.act { recognizer, time, emit in recognizer.setCalibrationCenter(recognizer.calibrationCenter!, at: time, emit) }
            case .pause: scene.act { $0.pause(at: $1, $2) }
            case .dismissal: scene.act { $0.dismiss(at: $1, $2) }
            case .question: scene.act { $0.ask(at: $1, timeout: 5, $2) }
            case .interruption: scene.act { $0.interrupt(at: $1, $2) }
            case .stop: scene.act { $0.stop(at: $1, $2) }
            case .loss:
                scene.isSeen = false
                scene.pass(0.25)
            case .gap: scene.sample(at: scene.time + 0.45)
            case .noSamples: scene.act { $0.advance(to: $1 + 0.41, $2) }
            case .clockSetBack:
                scene.time -= 500
                scene.pass(0.1)
            case .notANumber: scene.act { recognizer, _, emit in recognizer.pause(at: .nan, emit) }
            }
        }

        var reason: GestureEvent.StopReason {
            switch self {
            case .recalibration, .center, .question: .recalibrated
            case .pause, .notANumber: .paused
            case .dismissal: .notKnown
            case .interruption, .gap, .noSamples, .clockSetBack: .framesStopped
            case .stop: .stopped
            case .loss: .faceLost
            }
        }
    }

    @Test("whatever is held ends once, at once and with the reason, when nothing may be held", arguments: Kind.allCases, Cause.allCases)
    func ends(_ kind: Kind, _ cause: Cause) throws {
        var scene = try Scene()
        kind.begin(&scene)
        #expect(scene.ledger.open.count == 1 && scene.ends.isEmpty)
        cause.happen(to: &scene)
        #expect(scene.ledger.open.isEmpty && scene.ends == [cause.reason], "\(scene.ends)")
        scene.pass(0.5)
        scene.rest(3)
        #expect(scene.ends.count == 1 && scene.ledger.complaints.isEmpty, "\(scene.ledger.complaints)")
    }

    @Test("whatever the face and the eyes hold ends when the head's rest is measured anew, because a turn or a tilt lasted for max_hold",
          arguments: [Kind.mouth, .eyesClosed, .brows, .smile, .gaze], [Kind.turn, .tilt])
    func endsWithPosture(_ kind: Kind, _ posture: Kind) throws {
        var scene = try Scene(maxHold: 5)
        if posture == .turn { scene.left = 0.27 } else { scene.tilt = 20 }  // a face is not judged on a head that turns further
        scene.pass(2)
        kind.begin(&scene)
        #expect(scene.ledger.open.count == 2, "\(scene.ledger.open)")
        scene.pass(3)
        #expect(scene.ledger.open.isEmpty && scene.ends == [.maxHold, .recalibrated], "\(scene.ends)")
        scene.rest(3)
        #expect(scene.ends.count == 2 && scene.ledger.complaints.isEmpty, "\(scene.ledger.complaints)")
    }

    @Test("a held gesture that is switched off ends with the next sample", arguments: [Kind.tilt, .mouth, .eyesClosed, .brows, .smile, .gaze])
    func switchedOff(_ kind: Kind) throws {
        var scene = try Scene()
        kind.begin(&scene)
        scene.recognizer.configuration.tilt.isOn = false
        scene.recognizer.configuration.expressions = ExpressionLimits()
        scene.recognizer.configuration.gaze.zones = []
        scene.pass(1 / 30)
        #expect(scene.ledger.open.isEmpty && scene.ends.count == 1 && scene.ledger.complaints.isEmpty, "\(scene.ends) \(scene.ledger.complaints)")
    }

    @Test("a recogniser tells of each gesture whether it is held, also of several at once")
    func several() throws {
        var scene = try Scene()
        Kind.gaze.begin(&scene)
        Kind.mouth.begin(&scene)
        Kind.eyesClosed.begin(&scene)
        let held = HeadGesture.all.filter(scene.recognizer.isHeld)
        #expect(held == [.holdExpression(.mouth), .holdExpression(.eyesClosed)] && scene.recognizer.heldZone?.description == "window")
        #expect(try scene.recognizer.isHeld(.gaze(#require(GestureName("window")))))
    }
}
