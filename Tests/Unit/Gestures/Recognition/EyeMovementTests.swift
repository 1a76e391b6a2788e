import Gestures
import Testing

@Suite("Eyes")
struct EyeMovementTests {
    /// Eye movements of a head given by its angles, sampled 15 times per second.
    struct Gaze: Sendable {
        /// Movement of the iris for each degree of the head's turn, in half widths of the eye.
        var slope = 0.0
        /// How far the iris jumps as the head begins to turn.
        var jump = 0.0
        var openness = 0.3
        /// When the eyes are shut.
        var blink: ClosedRange<Double>?
        var certainty = 1.0
        /// An eye that is covered.
        var covered: EyeLook.Eye?
        /// Additional movement of both irises outwards for each degree, as in the turned head of a photograph.
        var relief = 0.0
        /// The iris has jumped by `leap` when the head has turned by more than this, in degrees.
        var stays = Double.infinity
        var leap = 0.0
    }

    /// A head that turns, with eyes that are measured when the recogniser requests them.
    struct Driver {
        var recognizer: GestureRecognizer
        var gaze: Gaze
        var events: [GestureEvent] = []
        var requests: [EyeRequest] = []
        var time = 0.0
        private var seen: [(time: Double, yaw: Double, pitch: Double)] = []

        init(_ gaze: Gaze, _ configure: (inout GestureConfiguration) -> Void) {
            var configuration = GestureConfiguration()
            configuration.nod = false
            configuration.shake = false
            configuration.explains = true
            configure(&configuration)
            recognizer = GestureRecognizer(configuration: configuration)
            self.gaze = gaze
            go(yaw: 0, for: 2)
        }

        private func look(_ eye: EyeLook.Eye, _ at: (time: Double, yaw: Double, pitch: Double)) -> EyeLook {
            func iris(_ angle: Double) -> Double { angle * gaze.slope + (angle == 0 ? 0 : angle > 0 ? gaze.jump : -gaze.jump) + (angle.magnitude > gaze.stays ? gaze.leap : 0) * (angle < 0 ? -1 : 1) }
            let outwards = (eye == .left ? 1 : -1) * gaze.relief * at.yaw.magnitude
            return EyeLook(eye, left: 0.02 + iris(at.yaw) + outwards, up: 0.05 + iris(at.pitch), openness: gaze.blink?.contains(at.time) ?? false ? 0.05 : gaze.openness, certainty: eye == gaze.covered ? 0 : gaze.certainty,
                           head: HeadAngles(yaw: at.yaw, pitch: at.pitch), seenAt: at.time)
        }

        /// Turns and stays there.
        mutating func go(yaw: Double, pitch: Double = 0, for seconds: Double, within turning: Double = 0.2) {
            let from = (yaw: seen.last?.yaw ?? 0, pitch: seen.last?.pitch ?? 0), start = time
            for _ in 0..<Int((seconds * 15).rounded()) {
                time += 1.0 / 15
                let part = min(1, (time - start) / turning)
                seen.append((time, from.yaw + (yaw - from.yaw) * part, from.pitch + (pitch - from.pitch) * part))
                guard let now = seen.last else { return }
                var sample = HeadSample(time: time, angles: HeadAngles(yaw: now.yaw, pitch: now.pitch))
                if let request = recognizer.eyeRequest {
                    requests.append(request)
                    if let before = request.before, let then = seen.last(where: { $0.time <= before }), then.time >= request.notBefore { recognizer.see(look(request.eye, then)) }
                    if request.now { sample.eyes = look(request.eye, now) }
                }
                recognizer.process(sample) { events.append($0) }
            }
        }

        /// What fired, or was refused because of the eyes.
        var words: [String] { events.compactMap(\.shortWords).filter { !$0.hasPrefix("no: ") || $0.hasPrefix("no: eyes") } }
        var behaviors: [EyeBehavior] { events.compactMap(\.eyes) }
    }

    /// A look to the left and a hold to the right, or down and up.
    private func gestures(_ gaze: Gaze, isVertical: Bool = false, _ configure: (inout GestureConfiguration) -> Void = { $0.eyes = .ahead }) -> Driver {
        var driver = Driver(gaze, configure)
        for (angle, seconds) in [(15.0, 0.6), (0, 1.5), (-15, 1.6), (0, 1.5)] {
            driver.go(yaw: isVertical ? 0 : angle, pitch: isVertical ? angle : 0, for: seconds)
        }
        return driver
    }

    private static let stays = Gaze(slope: -0.006), goes = Gaze(slope: 0.008)

    @Test("a look and a hold count while the eyes stay ahead, and are refused with the reason when they go along", arguments: [false, true])
    func ahead(isVertical: Bool) {
        let all = isVertical ? ["look up", "start down", "stop down returned"] : ["look left", "start right", "stop right returned"]
        let staying = gestures(Self.stays, isVertical: isVertical)
        #expect(staying.words == all && staying.behaviors == [.ahead, .ahead])
        for gaze in [Self.goes, Gaze(slope: -0.002, jump: 0.25)] {
            #expect(gestures(gaze, isVertical: isVertical).words == ["no: eyes-along", "no: eyes-along"])
        }
        #expect(gestures(Gaze(slope: isVertical ? 0.006 : 0.003), isVertical: isVertical).words == ["no: eyes-unclear", "no: eyes-unclear"])
        #expect(gestures(Self.goes, isVertical: isVertical) { _ in }.words == all)
    }

    @Test("a gesture may require eyes that go along, and each gesture may have its own condition")
    func along() {
        #expect(gestures(Self.goes) { $0.eyes = .along }.words == ["look left", "start right", "stop right returned"])
        #expect(gestures(Self.stays) { $0.eyes = .along }.words == ["no: eyes-ahead", "no: eyes-ahead"])
        let own = gestures(Self.goes) {
            $0.eyes = .ahead
            $0.filters[.look(.left)].eyes = .any
        }
        #expect(own.words == ["look left", "no: eyes-along"])
    }

    @Test("closed or uncertain eyes are unknown; the gesture then counts unless the configuration refuses it", arguments: [
        Gaze(slope: 0.008, openness: 0.1), Gaze(slope: 0.008, certainty: 0.4), Gaze(slope: .nan),
    ] as [Gaze])
    func unknown(gaze: Gaze) {
        let counted = gestures(gaze)
        #expect(counted.words == ["look left", "start right", "stop right returned"] && counted.behaviors == [.unknown, .unknown])
        let refused = gestures(gaze) {
            $0.eyes = .ahead
            $0.countsUnknownEyes = false
        }
        #expect(refused.words == ["no: eyes-unknown", "no: eyes-unknown"])
    }

    @Test("eyes that are fixed in the head, and a single eye, are unknown: neither stays on its target for certain", arguments: [
        Gaze(), Gaze(relief: 0.0045), Gaze(slope: -0.0015, relief: 0.004), Gaze(slope: -0.006, covered: .right), Gaze(slope: -0.006, covered: .left),
    ] as [Gaze], [false, true])
    func fixed(gaze: Gaze, isVertical: Bool) {
        let counted = gestures(gaze, isVertical: isVertical)
        #expect(counted.behaviors == [.unknown, .unknown], "\(counted.behaviors)")
        let refused = gestures(gaze, isVertical: isVertical) {
            $0.eyes = .ahead
            $0.countsUnknownEyes = false
        }
        #expect(refused.words == ["no: eyes-unknown", "no: eyes-unknown"])
    }

    @Test("eyes that have turned in the head may seem fixed up and down, where the lids hide a part")
    func alive() {
        var driver = Driver(Self.stays) { $0.eyes = .ahead }
        func nodDown() {
            driver.gaze = Gaze(slope: 0)
            driver.go(yaw: 0, pitch: -15, for: 0.6)
            driver.go(yaw: 0, for: 1.5)
        }
        nodDown()
        driver.gaze = Self.stays
        driver.go(yaw: 15, for: 0.6)
        driver.go(yaw: 0, for: 1.5)
        nodDown()
        #expect(driver.behaviors == [.unknown, .ahead, .ahead], "\(driver.behaviors)")
    }

    @Test("a quick look is judged: the head is out for a third of a second")
    func quick() {
        for (gaze, words) in [(Self.stays, "look left"), (Self.goes, "no: eyes-along")] {
            var driver = Driver(gaze) { $0.eyes = .ahead }
            driver.go(yaw: 15, for: 0.34)
            driver.go(yaw: 0, for: 1)
            #expect(driver.words == [words] && driver.behaviors == (words == "look left" ? [.ahead] : []), "\(driver.words) \(driver.behaviors)")
        }
    }

    @Test("eyes that follow late in a far turn did not stay, although only one measurement shows it before they are hidden")
    func late() {
        var driver = Driver(Gaze(slope: -0.01, stays: 36, leap: 0.58)) {
            $0.eyes = .ahead
            $0.onsetMax = 3
        }
        driver.go(yaw: -50, for: 3, within: 1.6)
        #expect(driver.words == ["no: eyes-unclear"] && driver.behaviors == [], "\(driver.events.compactMap(\.shortWords))")
    }

    @Test("after lingering on the way the eyes are judged against their rest before it", arguments: [
        (Gaze(slope: -0.006), "start left"), (Gaze(slope: -0.002, jump: 0.25), "no: eyes-along"), (Gaze(slope: 0.008), "no: eyes-along"),
    ] as [(Gaze, String)])
    func lingering(gaze: Gaze, words: String) {
        var driver = Driver(gaze) {
            $0.eyes = .ahead
            $0.onsetMax = 3
        }
        driver.go(yaw: 8, for: 1.2)
        driver.go(yaw: 15, for: 1.8)
        #expect(driver.words == [words], "\(driver.events.compactMap(\.shortWords))")
        #expect(driver.behaviors == (words == "start left" ? [.ahead] : []))
    }

    @Test("after a blink at rest an earlier picture of the eye is used")
    func blink() {
        let gaze = Gaze(slope: 0.008, blink: 1.35...1.75)  // the head leaves at 2 s; eyes may lead by 0.4 s
        #expect(gestures(gaze).words.first == "no: eyes-along")
    }

    @Test("eyes are not measured at rest, in small movements or if no gesture needs them; a hold needs a few measurements", arguments: [
        (15.0, EyeCondition.any, 0...0), (4, .ahead, 0...0), (15, .ahead, 3...8),
    ] as [(Double, EyeCondition, ClosedRange<Int>)])
    func requests(angle: Double, condition: EyeCondition, count: ClosedRange<Int>) {
        var driver = Driver(Self.stays) { $0.eyes = condition }
        driver.go(yaw: 0, for: 3)
        driver.go(yaw: angle, for: 2)
        driver.go(yaw: 0, for: 1)
        #expect(count.contains(driver.requests.count { $0.now }) && driver.requests.count { $0.before != nil } <= 4)
    }

    @Test("when a person looks from one side to the other, the eyes arrive first and still count as going along")
    func across() {
        var driver = Driver(Gaze(slope: 0.003, jump: 0.2)) { $0.eyes = .ahead }
        driver.go(yaw: 20, for: 0.7)
        driver.events = []
        driver.go(yaw: -20, for: 1.8)
        #expect(!driver.words.contains("start right"), "\(driver.words)")
    }

    @Test("nods have no eye condition unless their filter has one")
    func nods() {
        func nod(_ configure: (inout GestureConfiguration) -> Void) -> [String] {
            var driver = Driver(Self.goes) {
                $0.nod = true
                $0.eyes = .ahead
                configure(&$0)
            }
            for (pitch, seconds) in [(-15.0, 0.55), (0, 0.2), (-15, 0.55), (0, 0.2)] { driver.go(yaw: 0, pitch: pitch, for: seconds) }
            driver.go(yaw: 0, for: 1)
            return driver.words
        }
        #expect(nod { _ in } == ["nod 2"])
        #expect(nod { $0.filters[.nod].eyes = .ahead } == ["no: eyes-along"])
    }
}
