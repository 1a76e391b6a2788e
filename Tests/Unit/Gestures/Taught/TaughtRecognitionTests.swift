import Gestures
import Testing

@Suite("Recognising a taught movement")
struct TaughtRecognitionTests {
    /// Runs a recogniser on a head, after a rest in which it calibrates.
    struct Run {
        var recognizer: GestureRecognizer
        var head: OwnHead
        var events: [GestureEvent] = []

        init(rate: Double = 15, _ gestures: [TaughtGesture], _ configure: (inout GestureConfiguration) -> Void = { _ in }) {
            var configuration = GestureConfiguration()
            configuration.taught = gestures
            configuration.explains = true
            configure(&configuration)
            recognizer = GestureRecognizer(configuration: configuration)
            head = OwnHead(rate: rate)
            feed { $0.rest(3) }
        }

        mutating func feed(_ make: (inout OwnHead) -> [HeadSample]) {
            for sample in make(&head) { recognizer.process(sample) { events.append($0) } }
        }

        var taught: [String] { events.compactMap { if case .recognised(.taught(let name), _, _) = $0.kind { "\(name)" } else { nil } } }
        var refusals: [Rejection.Rule] { events.compactMap { if case .rejected(let rejection) = $0.kind, rejection.taught != nil { rejection.rule } else { nil } } }
    }

    @Test("each repetition fires once, at 8 to 60 frames a second, with its likeness and its duration", arguments: [8.0, 10, 15, 30, 60])
    func fires(rate: Double) throws {
        var run = Run(rate: rate, [try .own()])
        for _ in 0..<5 { run.feed { $0.move() + $0.rest(2) } }
        #expect(run.taught == Array(repeating: "jerk", count: 5))
        for case .recognised(.taught, let likeness, let duration) in run.events.map(\.kind) {
            #expect(likeness > 0.85 && (0.5...1.6).contains(duration), "\(likeness), \(duration)")
        }
    }

    @Test("it is known within half a second of its end")
    func latency() throws {
        var run = Run([try .own()])
        run.feed { $0.move() }
        let end = run.head.time
        run.feed { $0.rest(2) }
        let event = try #require(run.events.last { if case .recognised(.taught, _, _) = $0.kind { true } else { false } })
        #expect((0...0.5).contains(event.time - end), "\(event.time - end)")
    }

    @Test("a movement that is nearly the taught one is refused with the rule that it broke")
    func explains() throws {
        var gesture = try TaughtGesture.own()
        gesture.limits.size = 1.2...3
        var run = Run([gesture])
        run.feed { $0.move() + $0.rest(2) }
        #expect(run.taught == [] && run.refusals == [.tooWeak], "\(run.refusals)")
        gesture.limits.size = 0.5...2
        gesture.limits.likeness = 0.9999
        run = Run([gesture])
        run.feed { $0.move() + $0.rest(2) }
        #expect(run.taught == [] && run.refusals == [.tooDifferent], "\(run.refusals)")
    }

    @Test("another movement, or one that is much smaller or larger, does not fire", arguments: [
        (OwnHead.Movement.other, 1.0), (OwnHead.Movement(left: 0.12, up: -0.02, tilt: 3, seconds: 1), 1), (.own, 0.5), (.own, 2.5),
    ])
    func refuses(movement: OwnHead.Movement, size: Double) throws {
        var run = Run([try .own()])
        run.feed { $0.move(movement, size: size) + $0.rest(2) }
        #expect(run.taught == [])
    }

    @Test("a movement that is too slow or too quick does not fire", arguments: [4, 0.25])
    func pace(pace: Double) throws {
        var run = Run([try .own()])
        run.feed { $0.move(pace: pace) + $0.rest(3) }
        #expect(run.taught == [], "\(run.events.map(\.description).filter { $0.contains("jerk") })")
    }

    @Test("a head that did not rest before, or moves on afterwards, does not fire")
    func unrest() throws {
        var run = Run([try .own()])
        run.feed { head in (0..<5).flatMap { _ in head.move(.other) + head.move() } + head.move(.other) }
        #expect(run.taught == [])
    }

    @Test("a head that wanders slowly still fires")
    func wandering() throws {
        var run = Run([try .own()])
        for step in 1...5 {
            run.head.drift = 0.02 * Double(step)
            run.feed { $0.rest(1.5) + $0.move() + $0.rest(1) }
        }
        #expect(run.taught.count == 5)
    }

    @Test("nothing fires while calibrating, while paused, while a question is asked, and by talking people")
    func quiet() throws {
        let own = try TaughtGesture.own()
        var run = Run([own])
        run.recognizer.pause(at: run.head.time) { _ in }
        run.feed { $0.move() + $0.rest(2) }
        #expect(run.taught == [])
        run.recognizer.resume(at: run.head.time) { _ in }
        run.feed { $0.rest(1) + $0.move() + $0.rest(2) }
        #expect(run.taught == ["jerk"])
        run.recognizer.ask(at: run.head.time, timeout: 4) { _ in }
        run.feed { $0.rest(0.5) + $0.move() + $0.rest(1) }
        #expect(run.taught == ["jerk"])
        run.recognizer.recalibrate(at: run.head.time) { _ in }
        for _ in 0..<4 {
            run.feed { $0.move() }
            run.recognizer.recalibrate(at: run.head.time) { _ in }
        }
        #expect(run.taught == ["jerk"])
        var talking = Run([own])
        talking.head.talks = true
        talking.feed { $0.rest(2) + $0.move() + $0.rest(2) }
        #expect(talking.taught == [] && talking.refusals.contains(.talking))
    }

    @Test("a movement in which the pause, the recalibration or the question came does not fire afterwards")
    func interrupted() throws {
        for act in [{ (r: inout GestureRecognizer, t: Double) in r.pause(at: t) { _ in }; r.resume(at: t + 0.001) { _ in } },
                    { (r: inout GestureRecognizer, t: Double) in r.recalibrate(at: t) { _ in } },
                    { (r: inout GestureRecognizer, t: Double) in r.ask(at: t, timeout: 0.2) { _ in } }] {
            var run = Run([try .own()])
            let movement = run.head.move() + run.head.rest(2)
            for (index, sample) in movement.enumerated() {
                if index == 6 { act(&run.recognizer, sample.time - 0.01) }
                run.recognizer.process(sample) { run.events.append($0) }
            }
            #expect(run.taught == [])
        }
    }

    @Test("a face that is lost in the middle, or frames that stop, end it")
    func lost() throws {
        var run = Run([try .own()])
        let start = run.head.move()
        for sample in start.prefix(8) { run.recognizer.process(sample) { run.events.append($0) } }
        run.feed { $0.hide(0.3) }
        for sample in start.suffix(7) { run.recognizer.process(HeadSample(time: sample.time + 0.4, head: sample.head)) { run.events.append($0) } }
        run.feed { _ = $0.hide(1); return $0.rest(2) }
        #expect(run.taught == [])
        run.feed { $0.rest(1) + $0.move() + $0.rest(2) }
        #expect(run.taught == ["jerk"])
    }

    @Test("of several gestures the one that is most like the movement fires, once")
    func several() throws {
        let own = try TaughtGesture.own(), other = try TaughtGesture.own("nudge", .other)
        var run = Run([other, own])
        for _ in 0..<3 { run.feed { $0.move() + $0.rest(2) + $0.move(.other) + $0.rest(2) } }
        #expect(run.taught == ["jerk", "nudge", "jerk", "nudge", "jerk", "nudge"])
    }

    @Test("a movement that is a look too is reported once")
    func once() throws {
        let large = OwnHead.Movement(left: 0.4, up: 0, tilt: 0, seconds: 1)
        var run = Run([try .own("slide", large)]) { $0.pointer = .position }
        for _ in 0..<3 { run.feed { $0.move(large) + $0.rest(2) } }
        #expect(run.events.filter { $0.kind.gesture != nil }.count == 3, "\(run.events.compactMap(\.kind.gesture))")
    }

    @Test("it is reported with the times at which the head left and was back, so that a look right after it counts")
    func journey() throws {
        var run = Run(rate: 30, [try .own()]) { $0.pointer = .position }
        let began = run.head.time
        run.feed { $0.move() }
        let ended = run.head.time
        run.feed { $0.rest(0.3) + $0.move(.init(left: -0.4, up: 0, tilt: 0, seconds: 0.8)) + $0.rest(2) }
        let event = try #require(run.events.first { $0.kind.gesture != nil })
        #expect((event.began - began).magnitude < 0.2 && (event.ended - ended).magnitude < 0.2, "\(event.began - began), \(event.ended - ended)")
        #expect(run.events.compactMap(\.kind.gesture?.description) == ["my-jerk", "right"])
    }

    @Test("ignore_repeat holds for it as for every gesture")
    func repeats() throws {
        var run = Run([try .own()]) { configuration in
            if let jerk = HeadGesture("my-jerk") { configuration.filters[jerk].ignoreRepeat = 5 }
        }
        for _ in 0..<4 { run.feed { $0.move() + $0.rest(1) } }
        #expect(run.taught.count == 2 || run.taught.count == 1)
        #expect(run.refusals.contains(.repeated))
    }

    @Test("a gesture that is taken out of the configuration no longer fires")
    func reload() throws {
        var run = Run([try .own()])
        run.recognizer.configuration.taught = []
        run.feed { $0.move() + $0.rest(2) }
        #expect(run.taught == [])
        run.recognizer.configuration.taught = [try .own()]
        run.feed { $0.rest(1) + $0.move() + $0.rest(2) }
        #expect(run.taught == ["jerk"])
    }

    @Test("a confirmed movement moves the template a little, and never far")
    func adapts() throws {
        let own = try TaughtGesture.own()
        var run = Run([own])
        let none = run.recognizer.confirm(own.name)
        #expect(none == nil)
        run.feed { $0.move(size: 0.85) + $0.rest(2) }
        let confirmed = run.recognizer.confirm(own.name), once = try #require(confirmed)
        #expect(once != own && run.recognizer.configuration.taught == [once])
        let again = run.recognizer.confirm(own.name)
        #expect(again == nil)
        #expect(try TaughtGesture(text: once.text) == once)
        // A person who tires: each movement is smaller than the one before.
        var size = 0.85, fired = 0
        for _ in 0..<60 {
            size *= 0.98
            run.feed { $0.move(size: size) + $0.rest(1.5) }
            if run.recognizer.confirm(own.name) != nil { fired += 1 }
        }
        #expect(fired > 10 && fired < 60, "\(fired): the template follows, but never towards rest")
    }

    @Test("a template that adapts in the middle of a movement does not end it, neither its own nor another one's", arguments: ["jerk", "nudge"])
    func adaptsMeanwhile(name: String) throws {
        let own = try TaughtGesture.own(), other = try TaughtGesture.own("nudge", .other)
        var run = Run([own, other])
        run.feed { $0.move(size: 0.9) + $0.rest(2) }
        let next = run.head.move(name == "jerk" ? .own : .other) + run.head.rest(2)
        for (index, sample) in next.enumerated() {
            if index == 8 {
                let adapted = run.recognizer.confirm(own.name)
                #expect(adapted != nil)
            }
            run.recognizer.process(sample) { run.events.append($0) }
        }
        #expect(run.taught == ["jerk", name])
    }

    @Test("a template that shrinks with its person does not fire on movements that were too small for the one that was taught", arguments: [0.43, 0.45])
    func shrinks(size: Double) throws {
        let own = try TaughtGesture.own()
        var run = Run([own])
        run.feed { $0.move(size: size) + $0.rest(2) }
        #expect(run.taught == [])
        for _ in 0..<40 {
            run.feed { $0.move(size: 0.65) + $0.rest(2) }
            _ = run.recognizer.confirm(own.name)
        }
        #expect(run.taught.count > 30 && run.recognizer.configuration.taught != [own], "it has adapted")
        run.events = []
        run.feed { $0.move(size: size) + $0.rest(2) }
        #expect(run.taught == [])
    }
}
