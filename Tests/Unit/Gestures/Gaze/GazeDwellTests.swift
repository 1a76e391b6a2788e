import Gestures
import Testing

/// A head at rest whose eyes look at known points, 60 cm from the screen.
struct Watcher {
    private static let eyes = SIMD3(0.0, 0, 60)
    static let rate = 20.0

    var recognizer: GestureRecognizer
    private(set) var events: [GestureEvent] = []
    private(set) var time = 0.0

    /// Zones "left" and "right": 10 cm wide and high, on either side of the camera.
    init(_ change: (inout GestureConfiguration) -> Void = { _ in }) throws {
        var configuration = GestureConfiguration()
        configuration.gaze.zones = [try Self.zone("left", -12), try Self.zone("right", 2)]
        configuration.gaze.correction = GazeCorrection()
        configuration.explains = true
        change(&configuration)
        recognizer = GestureRecognizer(configuration: configuration)
    }

    static func zone(_ name: String, _ left: Double) throws -> GazeZone {
        GazeZone(name: try #require(GestureName(name)),
                 area: .screen(lowest: GazePoint(right: left, up: -5), highest: GazePoint(right: left + 10, up: 5)))
    }

    /// A watcher whose rest is known, and who looks up.
    static func ready(_ change: (inout GestureConfiguration) -> Void = { _ in }) throws -> Watcher {
        var watcher = try Watcher(change)
        watcher.look(0, 20, for: 1.5)
        watcher.events = []
        return watcher
    }

    static let elsewhere = (0.0, 20.0)

    mutating func look(_ right: Double, _ up: Double = 0, for seconds: Double) { pass(seconds) { _ in (right, up) } }

    /// Lets time pass with a gaze that moves, in centimetres, or is unknown.
    mutating func pass(_ seconds: Double, isCertain: Bool = true, _ gaze: (Double) -> (Double, Double)?) {
        for frame in 0..<Int((seconds * Self.rate).rounded()) {
            time += 1 / Self.rate
            let head = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 60, leftward: HeadPoint(1, 0))
            var sample = HeadSample(time: time, head: isCertain ? head : nil)
            if let (right, up) = gaze(Double(frame) / Self.rate) {
                var look = GazeLook(eyes: Self.eyes, direction: .zero, time: time)
                look.direction = look.direction(to: GazePoint(right: right, up: up))
                sample.gaze = look
            }
            recognizer.process(sample) { events.append($0) }
        }
    }

    mutating func shut(for seconds: Double) { pass(seconds) { _ in nil } }

    /// The zones' events: "left", "left off looked-away".
    var log: [String] {
        events.compactMap { event in
            switch event.kind {
            case .began(.gaze(let zone), _): "\(zone)"
            case .ended(.gaze(let zone), _, let reason): "\(zone) off \(reason.rawValue)"
            case .rejected(let rejection): rejection.zone.map { "\($0) \(rejection.rule.rawValue)" }
            default: nil
            }
        }
    }
}

@Suite("Looks at zones")
struct GazeDwellTests {
    @Test("a gaze that rests on a zone fires once, and ends when it goes elsewhere")
    func fires() throws {
        var watcher = try Watcher.ready()
        watcher.look(-7, for: 4)
        #expect(watcher.log == ["left"])
        let start = try #require(watcher.events.first { $0.kind.gesture != nil })
        #expect(start.time - start.began >= 0.999 && start.time - start.began < 1.1)
        watcher.look(7, for: 2)
        #expect(watcher.log == ["left", "left off looked-away", "right"])
    }

    @Test("a gaze that leaves too soon does not fire, and the reason is told with the dwell time that would have been enough")
    func tooShort() throws {
        var watcher = try Watcher.ready()
        watcher.look(-7, for: 0.9)
        watcher.look(0, 20, for: 1)
        #expect(watcher.log == ["left not-dwelt"])
        guard case .rejected(let rejection) = watcher.events.last(where: { $0.kind != .reset && "\($0.kind)".contains("not recognised") })?.kind else {
            Issue.record("no refusal"); return
        }
        #expect(rejection.remedy?.key == "gaze.zones.left.dwell" && rejection.gesture == HeadGesture("gaze-left") && rejection.value < 1)
        watcher.look(-7, for: 0.3)
        watcher.look(0, 20, for: 1)
        #expect(watcher.log.count == 1, "a glance is not reported")
    }

    @Test("a blink does not break a dwell, closed eyes do")
    func blink() throws {
        for (seconds, fires) in [(0.3, true), (0.7, false)] {
            var watcher = try Watcher.ready()
            watcher.look(-7, for: 0.5)
            watcher.shut(for: seconds)
            watcher.look(-7, for: 0.6)
            #expect(watcher.log.contains("left") == fires, "\(seconds)")
        }
    }

    @Test("nothing fires while the eyes are shut, and eyes that open again on the same zone do not fire again")
    func shut() throws {
        var watcher = try Watcher.ready()
        watcher.look(-7, for: 0.9)
        watcher.shut(for: 0.35)
        #expect(watcher.log == [])
        watcher.look(-7, for: 1)
        #expect(watcher.log == ["left"])
        watcher.shut(for: 1)
        watcher.look(-7, for: 3)
        #expect(watcher.log == ["left", "left off eyes-unknown"])
        watcher.look(0, 20, for: 0.5)
        watcher.look(-7, for: 2)
        #expect(watcher.log.last == "left")
    }

    @Test("eyes that read across a zone do not fire")
    func reading() throws {
        var watcher = try Watcher.ready()
        // Lines of 30 cm in 2.4 s with quick returns: each zone is read for 0.8 s, and in a wider zone for longer.
        watcher.pass(24) { time in (-15 + 30 * (time / 2.4).truncatingRemainder(dividingBy: 1), 0) }
        #expect(watcher.events.allSatisfy { $0.kind.gesture == nil })
        var wide = try Watcher.ready { $0.gaze.zones = [GazeZone(name: $0.gaze.zones[0].name,
            area: .screen(lowest: GazePoint(right: -20, up: -9), highest: GazePoint(right: 20, up: 9)))] }
        wide.pass(24) { time in (-15 + 30 * (time / 2.4).truncatingRemainder(dividingBy: 1), 0) }
        #expect(wide.events.allSatisfy { $0.kind.gesture == nil })
    }

    @Test("without a calibration, a zone or eyes nothing fires")
    func inactive() throws {
        for change in [{ (rules: inout GestureConfiguration) in rules.gaze.correction = nil }, { $0.gaze.zones = [] }] {
            var watcher = try Watcher.ready(change)
            watcher.look(-7, for: 3)
            #expect(watcher.log == [] && !watcher.recognizer.configuration.gaze.isActive)
        }
        var watcher = try Watcher.ready()
        watcher.shut(for: 5)
        #expect(watcher.log == [])
        watcher.pass(3) { _ in (.nan, 0) }
        #expect(watcher.log == [])
    }

    @Test("nothing fires while calibrating, in a pause, during a question, or while tracking is uncertain")
    func barred() throws {
        var watcher = try Watcher.ready()
        for _ in 0..<30 {
            watcher.recognizer.recalibrate(at: watcher.time) { _ in }
            watcher.look(-7, for: 0.1)
        }
        #expect(watcher.log == [])
        watcher = try Watcher.ready()
        watcher.recognizer.pause(at: watcher.time) { _ in }
        watcher.look(-7, for: 3)
        #expect(watcher.log == [])
        watcher.recognizer.resume(at: watcher.time) { _ in }
        watcher.recognizer.ask(at: watcher.time, timeout: 3) { _ in }
        watcher.look(-7, for: 2.5)
        #expect(watcher.log == [])
        watcher = try Watcher.ready()
        for _ in 0..<20 {
            watcher.look(-7, for: 0.8)
            watcher.pass(0.1, isCertain: false) { _ in nil }
        }
        #expect(watcher.log == [], "each uncertain frame begins the dwell anew")
    }

    @Test("whatever ends recognition ends a look at a zone once", arguments: ["pause", "calibration", "question", "stop", "interruption", "lost face", "posture"])
    func ends(way: String) throws {
        var watcher = try Watcher.ready { $0.maxHold = way == "posture" ? 2 : 20 }
        watcher.look(-7, for: 1.5)
        #expect(watcher.recognizer.heldZone?.description == "left")
        var ended: [GestureEvent] = []
        let time = watcher.time
        switch way {
        case "pause": watcher.recognizer.pause(at: time) { ended.append($0) }
        case "calibration": watcher.recognizer.recalibrate(at: time) { ended.append($0) }
        case "question": watcher.recognizer.ask(at: time, timeout: 2) { ended.append($0) }
        case "stop": watcher.recognizer.stop(at: time) { ended.append($0) }
        case "interruption": watcher.recognizer.interrupt(at: time) { ended.append($0) }
        case "lost face": watcher.pass(0.3, isCertain: false) { _ in nil }
        default: watcher.look(-7, for: 4)
        }
        let stops = (watcher.events + ended).filter { if case .ended(.gaze, _, _) = $0.kind { true } else { false } }
        #expect(stops.count == 1 && watcher.recognizer.heldZone == nil)
    }

    @Test("a gesture's dead time and release time apply to a zone")
    func filters() throws {
        let left = try #require(GestureName("left"))
        var watcher = try Watcher.ready {
            $0.filters[.gaze(left)].ignoreRepeat = 3
            $0.filters[.gaze(left)].release = 0.5
        }
        watcher.look(-7, for: 1.5)
        watcher.look(0, 20, for: 0.3)
        watcher.look(-7, for: 1)
        #expect(watcher.log == ["left"], "away for less than the release time")
        watcher.look(0, 20, for: 1)
        watcher.look(-7, for: 1.5)
        #expect(watcher.log == ["left", "left off looked-away", "left repeated"])
    }

    @Test("directions are zones too, without a screen")
    func directions() throws {
        let window = try #require(GestureName("window"))
        var watcher = try Watcher.ready {
            $0.gaze.zones = [GazeZone(name: window, area: GazeZone.directions(left: -60, right: -25, bottom: -20, top: 20))]
        }
        watcher.look(-20, for: 2)  // 18 degrees
        #expect(watcher.log == [])
        watcher.look(-50, for: 2)  // 40 degrees
        #expect(watcher.log == ["window"])
    }
}

@Suite("Names of gestures")
struct GestureNameTests {
    @Test("a name of up to 32 bytes is kept as it is", arguments: ["a", "left", "window-1", "ÄÖ", "12345678901234567890123456789012"])
    func kept(name: String) throws {
        let kept = try #require(GestureName(name))
        #expect(kept.description == name && kept == GestureName(name) && kept != GestureName("other"))
        #expect(HeadGesture("gaze-" + name) == .gaze(kept) && HeadGesture.gaze(kept).description == "gaze-" + name)
    }

    @Test("an empty name and a longer one are none", arguments: ["", "123456789012345678901234567890123", "a\0b"])
    func refused(name: String) {
        #expect(GestureName(name) == nil && HeadGesture("gaze-" + name) == nil)
    }

    @Test("the gaze's offset from the middle is that of a head that turned there; zero in a blink, unknown after it and in a pause")
    func offset() throws {
        var watcher = try Watcher.ready { $0.gaze.middle = GazePoint(right: 0, up: -10) }
        watcher.look(0, -10, for: 1)
        let middle = try #require(watcher.recognizer.gazeOffset)
        #expect(middle.left.magnitude < 0.01 && middle.up.magnitude < 0.01)
        watcher.look(10.58, -10, for: 1)
        let right = try #require(watcher.recognizer.gazeOffset)
        #expect((-right.left - 0.21).magnitude < 0.015 && right.up.magnitude < 0.02, "10 degrees are 0.21: \(right)")
        watcher.shut(for: 0.25)
        #expect(watcher.recognizer.gazeOffset == HeadOffset(left: 0, up: 0))
        watcher.shut(for: 0.25)
        #expect(watcher.recognizer.gazeOffset == nil)
        watcher.look(10.58, -10, for: 0.2)
        #expect(watcher.recognizer.gazeOffset != nil)
        watcher.recognizer.pause(at: watcher.time) { _ in }
        #expect(watcher.recognizer.gazeOffset == nil)
        var unasked = try Watcher.ready()
        unasked.look(0, for: 1)
        #expect(unasked.recognizer.gazeOffset == nil)
    }
}
