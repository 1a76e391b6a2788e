import Gestures
import Testing

@Suite("A taught movement of the brows, with a bit of a smile")
struct TaughtFaceTests {
    private func run(_ gestures: [TaughtGesture], _ feed: (inout OwnHead) -> [HeadSample]) -> (fired: [String], refusals: [Rejection.Rule]) {
        var configuration = GestureConfiguration(), head = OwnHead(), fired: [String] = [], refusals: [Rejection.Rule] = []
        configuration.taught = gestures
        configuration.explains = true
        var recognizer = GestureRecognizer(configuration: configuration)
        for sample in head.rest(3) + feed(&head) {
            recognizer.process(sample) { event in
                if case .recognised(.taught(let name), _, _) = event.kind { fired.append("\(name)") }
                if case .rejected(let rejection) = event.kind, rejection.taught != nil { refusals.append(rejection.rule) }
            }
        }
        return (fired, refusals)
    }

    @Test("is kept in brows and smile, however high the person's brows are at rest", arguments: [0.56, 0.62, 0.68])
    func channels(brows: Double) throws {
        var head = OwnHead()
        head.face.brows = brows
        let gesture = try TaughtGesture.own("brows", .raised, head: head)
        #expect(gesture.channels == [.brows, .smile])
        #expect(run([gesture]) { $0.move(.raised) + $0.rest(2) + $0.move(.raised, size: 0.85) + $0.rest(2) }.fired == ["brows", "brows"])
    }

    @Test("the part of a turn that the mesh shows in brows and smile does not carry the turn, but a smile that goes with a turn does")
    func turned() throws {
        var head = OwnHead()
        head.hasAngles = true
        let turn = try TaughtGesture.own("turn", .init(left: 0, up: 0, tilt: 0, turn: 8), head: head)
        #expect(turn.channels == [.turnLeft])
        let both = try TaughtGesture.own("both", .init(left: 0, up: 0, tilt: 0, smile: 0.3, turn: -8), head: head)
        #expect(both.channels == [.turnLeft, .smile])
    }

    @Test("does not fire when only the head moves, when only the mouth smiles, or while the person talks")
    func others() throws {
        let gesture = try TaughtGesture.own("brows", .raised)
        let smile = OwnHead.Movement(left: 0, up: 0, tilt: 0, smile: 0.25), nod = OwnHead.Movement(left: 0, up: -0.3, tilt: 2)
        #expect(run([gesture]) { $0.move(smile) + $0.rest(2) + $0.move(nod) + $0.rest(2) + $0.move() + $0.rest(2) }.fired == [])
        let talking = run([gesture]) { head in
            head.talks = true
            return head.rest(2) + head.move(.raised) + head.rest(2)
        }
        #expect(talking.fired == [] && talking.refusals.contains(.talking))
    }

    @Test("does not fire on a face that is not measured, and hours without it promise nothing")
    func unmeasured() throws {
        let gesture = try TaughtGesture.own("brows", .raised)
        let blind = run([gesture]) { head in
            head.hasFace = false
            return head.rest(1) + head.move(.raised) + head.rest(2)
        }
        #expect(blind.fired == [])
        var head = OwnHead(), blindHead = OwnHead()
        blindHead.hasFace = false
        let repetitions = head.repetitions(.raised), rest = head.ordinary(minutes: 6), library = blindHead.ordinary(minutes: 60)
        let lesson = try TaughtGesture.make(gesture.name, from: repetitions, rest: [rest], library: [library], others: []).get()
        let alone = try TaughtGesture.make(gesture.name, from: repetitions, rest: [rest], library: [[HeadSample]](), others: []).get()
        #expect(lesson.gesture.rate == alone.gesture.rate && lesson.gesture.rate.hours < 0.1)
    }

    @Test("asks for the mesh ten times a second, as long as it may fire; a movement of the head asks for nothing")
    func demand() throws {
        func interval(_ gesture: TaughtGesture, isPaused: Bool = false) -> Double? {
            var configuration = GestureConfiguration(), head = OwnHead()
            configuration.taught = [gesture]
            var recognizer = GestureRecognizer(configuration: configuration)
            for sample in head.rest(3) { recognizer.process(sample) { _ in } }
            if isPaused { recognizer.pause(at: head.time) { _ in } }
            return recognizer.expressionInterval
        }
        let raised = try TaughtGesture.own("brows", .raised)
        #expect(interval(raised) == 0.1 && interval(raised, isPaused: true) == nil)
        #expect(try interval(.own()) == nil)
    }

    @Test("is written as version 2 and comes back as it was; a movement of the head stays version 1, which older programs read")
    func versions() throws {
        let raised = try TaughtGesture.own("brows", .raised), text = raised.text
        #expect(text.hasPrefix("nodline taught gesture 2\n") && text.contains("\nchannels = brows smile\n"))
        #expect(try TaughtGesture(text: text) == raised)
        let jerk = try TaughtGesture.own().text
        #expect(jerk.hasPrefix("nodline taught gesture 1\n") && !jerk.contains("brows") && !jerk.contains("smile"))
    }

    @Test("its text is refused if it is damaged, or says version 1, which knows neither brows nor smile", arguments: [
        ("nodline taught gesture 2", "nodline taught gesture 1", "line 8: expected some of turn-left turn-up nose-left nose-up place-left place-up tilt size mouth lids, found \"brows\""),
        ("nodline taught gesture 2", "nodline taught gesture 0", "line 1: expected \"nodline taught gesture 1\" or \"nodline taught gesture 2\""),
        ("channels = brows smile", "channels = brows brows", "line 10: expected some of"),
        ("channels = brows smile", "channels = brows", "line 11: expected 1 number"),
        ("\npoint = ", "\npoint = 0.0 ", "line 11: expected 2 numbers"),
    ])
    func damaged(from: String, to: String, complaint: String) throws {
        let text = try TaughtGesture.own("brows", .raised).text, parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        do throws(TaughtGestureError) {
            _ = try TaughtGesture(text: parts.joined(separator: to))
            Issue.record("accepted")
        } catch {
            #expect(error.description.hasPrefix(complaint) && !error.isNewer, "\(error)")
        }
    }
}
