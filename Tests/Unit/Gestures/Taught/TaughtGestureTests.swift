import Gestures
import Testing

@Suite("A taught gesture")
struct TaughtGestureTests {
    @Test("keeps the channels that carry the movement, and none that is still")
    func channels() throws {
        let gesture = try TaughtGesture.own("slide", .init(left: 0.12, up: 0, tilt: 0, seconds: 1))
        #expect(gesture.channels == [.placeLeft])
        #expect(try TaughtGesture.own("lean", .init(left: 0, up: 0, tilt: 8, seconds: 1)).channels == [.tilt])
    }

    @Test("says how many repetitions are found again, each by a template of the others, and how often it will fire by itself")
    func prediction() throws {
        var head = OwnHead()
        let lesson = try TaughtGesture.make(#require(TaughtGesture.name("jerk")), from: head.repetitions(count: 8), rest: [head.ordinary(minutes: 6)], library: [head.ordinary(minutes: 30)],
                                            others: []).get()
        #expect(lesson.found == 8 && lesson.of == 8)
        let rate = lesson.gesture.rate
        #expect((0.2...0.45).contains(rate.hours))  // two thirds: the others chose the limit
        #expect(rate.expected > 0 && rate.expected < 0.3, "what never happened in half an hour is not impossible: \(rate)")
        #expect(rate.upper95 > 2 * rate.expected, "\(rate)")
    }

    @Test("without a library the own minutes alone promise what so few minutes can")
    func ownMinutes() throws {
        let rate = try TaughtGesture.own().rate
        #expect(rate.expected == 0)
        #expect((rate.upper95 * rate.hours - 2.996).magnitude < 0.1)
    }

    @Test("a person who comes near the movement more often than the library does is expected to fire more often, and so is one who made it")
    func ownRestlessness() throws {
        func rate(_ movements: (inout OwnHead) -> [HeadSample]) throws -> TaughtRate {
            var head = OwnHead()
            let repetitions = head.repetitions(), library = head.ordinary(minutes: 60)
            var own = OwnHead(), rest: [HeadSample] = []
            while own.time < 600 { rest += own.rest(6) + movements(&own) }
            return try TaughtGesture.make(#require(TaughtGesture.name("jerk")), from: repetitions, rest: [rest], library: [library], others: []).get().gesture.rate
        }
        let still = try rate { _ in [] }
        var count = 0
        let once = try rate { head in
            count += 1
            return count == 15 ? head.move() : []
        }
        #expect(once.expected > still.expected && once.upper95 > still.upper95, "\(still) \(once)")
    }

    @Test("is refused if ordinary minutes are full of it")
    func likeRest() throws {
        var head = OwnHead()
        let repetitions = head.repetitions()
        let rest = (0..<60).flatMap { _ in head.rest(3) + head.move() + head.rest(2) }
        let made = TaughtGesture.make(try #require(TaughtGesture.name("jerk")), from: repetitions, rest: [rest], library: [[HeadSample]](), others: [])
        guard case .failure(.likeRest(let rate)) = made else {
            Issue.record("\(made)")
            return
        }
        #expect(rate > 6)
    }

    @Test("is refused if it is like another one, and may replace the one of its own name")
    func like() throws {
        let other = try TaughtGesture.own("old")
        var head = OwnHead()
        let repetitions = head.repetitions()
        let made = TaughtGesture.make(try #require(TaughtGesture.name("new")), from: repetitions, rest: [[HeadSample]](), library: [[HeadSample]](), others: [other])
        #expect(made == .failure(.like(other.name)))
        #expect(throws: Never.self) { try TaughtGesture.make(other.name, from: repetitions, rest: [[HeadSample]](), library: [[HeadSample]](), others: [other]).get() }
        #expect(throws: Never.self) { try TaughtGesture.own("new", .other, others: [other]) }
    }

    @Test("is refused if there are too few repetitions")
    func tooFew() throws {
        var head = OwnHead()
        let made = TaughtGesture.make(try #require(TaughtGesture.name("jerk")), from: head.repetitions(count: 4), rest: [[HeadSample]](), library: [[HeadSample]](), others: [])
        #expect(made == .failure(.tooFew(4)))
    }

    @Test("a limit that lies at a repetition finds that repetition")
    func limitAtRepetition() {
        let lost = (0...10_000).map { Double($0) / 10_000 }.filter { $0 < TaughtGesture.likeness(TaughtGesture.angle($0)) }
        #expect(lost.isEmpty, "\(lost.count) of 10001")
        #expect((0...100).allSatisfy { (TaughtGesture.likeness(TaughtGesture.angle(Double($0) / 100)) - Double($0) / 100).magnitude < 1e-9 })
    }

    @Test("hours in which a channel that carries it was not measured promise nothing")
    func unmeasured() throws {
        var head = OwnHead()
        let repetitions = head.repetitions(), rest = head.ordinary(minutes: 6)
        func withoutPlace(_ sample: HeadSample) -> HeadSample { HeadSample(time: sample.time, angles: HeadAngles(yaw: 0, pitch: 0)) }
        let lesson = try TaughtGesture.make(#require(TaughtGesture.name("jerk")), from: repetitions, rest: [rest], library: [rest.map(withoutPlace)], others: []).get()
        let alone = try TaughtGesture.make(#require(TaughtGesture.name("jerk")), from: repetitions, rest: [rest], library: [[HeadSample]](), others: []).get()
        #expect(lesson.gesture.rate == alone.gesture.rate)
    }

    @Test("comes back from its text as it was")
    func text() throws {
        let gesture = try TaughtGesture.own()
        #expect(try TaughtGesture(text: gesture.text) == gesture)
        #expect(try TaughtGesture(text: gesture.text.replacing("\n", with: "\r\n")) == gesture)
    }

    @Test("a damaged text says the line, what was expected, what was found, and what to do", arguments: [
        ("nodline taught gesture 1", "notes", "line 1: expected \"nodline taught gesture 1\" or \"nodline taught gesture 2\", found \"notes\""),
        ("name = jerk", "name = je rk", "line 2: expected one name"), ("name = jerk", "name = ../jerk", "line 2: expected one name"),
        ("repetitions = 6", "repetitions = -6", "line 3: expected repetitions from 1 to 100"), ("likeness = 0", "likeness = 7", "line 5: expected 1 number from 0.0 to 1.0"),
        ("likeness = 0", "likeness = nan 0", "line 5"), ("measured = ", "measured = wings ", "line 8: expected some of"), ("tolerance = ", "tolerance = 0 ", "line 9"),
        ("channels = ", "channels = mouth ", "line 10: expected some of"), ("point = ", "point = inf ", "line 11"), ("point = ", "point = 1e9 ", "line 11"), ("point = ", "pint = ", "line 11: expected \"point ="),
    ])
    func damaged(from: String, to: String, complaint: String) throws {
        let text = try TaughtGesture.own().text
        guard let place = text.range(of: from) else {
            Issue.record("\(from) is not in \(text)")
            return
        }
        let error = refusal(of: text.replacingCharacters(in: place, with: to))
        #expect(error?.description.hasPrefix(complaint) == true, "\(error?.description ?? "accepted")")
        #expect(error?.description.contains("Teach it again") == true)
        #expect(error?.isNewer == false)
    }

    @Test("a text that ends too early, goes on too long or is much too long is refused")
    func length() throws {
        let text = try TaughtGesture.own().text
        let lines = text.split(separator: "\n")
        for count in 0..<14 {
            #expect(throws: TaughtGestureError.self, "\(count) lines") { try TaughtGesture(text: lines.prefix(count).joined(separator: "\n")) }
        }
        #expect(throws: TaughtGestureError.self) { try TaughtGesture(text: text + "more = 1\n") }
        let point = try #require(lines.last)
        let many = refusal(of: text + String(repeating: "\(point)\n", count: 200))
        #expect(many?.description.contains("at most 80") == true)
        let large = refusal(of: text + String(repeating: " ", count: 70_000))
        #expect(large?.description.contains("expected at most 65536") == true)
    }

    /// Why a text is refused; `nil` if it is not. The `#expect(throws:)` of Swift 6.0 does not return the error.
    private func refusal(of text: String) -> TaughtGestureError? {
        do throws(TaughtGestureError) {
            _ = try TaughtGesture(text: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("a text of a newer version is refused as such")
    func newer() throws {
        let error = refusal(of: "nodline taught gesture 3\nwho knows\n")
        #expect(error?.isNewer == true)
        #expect(error?.description == "line 1: it has version 3, and this program knows versions up to 2; update the program, or teach it again")
    }

    @Test("has a name of letters, digits and dashes", arguments: [("jerk", true), ("left_2-b", true), ("", false), ("é", true), ("اسم", true), ("a b", false), ("a/b", false), (String(repeating: "a", count: 33), false)])
    func names(name: String, isOne: Bool) {
        #expect((TaughtGesture.name(name) != nil) == isOne)
        #expect((HeadGesture("my-" + name) != nil) == isOne)
        if isOne { #expect(HeadGesture("my-" + name)?.description == "my-" + name) }
    }
}

extension String {
    /// The first place of a text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String { String(self[..<range.lowerBound]) + text + String(self[range.upperBound...]) }

    fileprivate func replacing(_ text: Character, with other: String) -> String { reduce(into: "") { $0 += $1 == text ? other : String($1) } }
}
