import Gestures
import Testing

@Suite("Teaching a movement")
struct TeacherTests {
    /// Leads a head through a teaching. `act` makes the samples after the cue with this number, from 0.
    private func teach(_ repetitions: Int = 6, rest: (inout OwnHead) -> [HeadSample] = { $0.rest(4) }, _ act: (inout OwnHead, Int) -> [HeadSample]) -> (Teacher, [Teacher.Report]) {
        var teacher = Teacher(repetitions: repetitions), head = OwnHead(), reports: [Teacher.Report] = [], cues = 0
        func feed(_ samples: [HeadSample]) -> Bool {
            var isAsked = false
            for sample in samples {
                teacher.add(sample) { report in
                    reports.append(report)
                    if case .next = report { isAsked = true }
                }
            }
            return isAsked
        }
        var isAsked = feed(rest(&head))
        for _ in 0..<400 where teacher.outcome == nil {
            if isAsked {
                let samples = head.rest(0.5) + act(&head, cues)
                cues += 1
                isAsked = feed(samples)
            } else {
                isAsked = feed(cues == 0 ? rest(&head) : head.rest(0.5))
            }
        }
        return (teacher, reports)
    }

    private func fault(_ teacher: Teacher) -> Teacher.Fault? {
        if case .failure(let fault)? = teacher.outcome { fault } else { nil }
    }

    @Test("asks for rest first, then for each repetition, finds each by itself, and says how alike it is")
    func finds() throws {
        let (teacher, reports) = teach { head, cue in head.move(size: cue % 2 == 0 ? 1 : 0.9) + head.rest(1.5) }
        #expect(reports.first == .rest(seconds: 3))
        #expect(reports.dropFirst().first == .next(number: 1, of: 6))
        #expect(reports.last == .done)
        let likenesses = reports.compactMap { if case .found(_, _, let likeness) = $0 { likeness } else { nil } }
        #expect(likenesses.count == 5 && likenesses.allSatisfy { $0 > 0.9 }, "\(likenesses)")
        let repetitions = try #require(try teacher.outcome?.get())
        #expect(repetitions.count == 6)
        #expect(repetitions.allSatisfy { (0.6...1.4).contains($0.ended - $0.began) }, "\(repetitions.map { $0.ended - $0.began })")
    }

    @Test("a head that wanders slowly is not a head that moves")
    func wandering() throws {
        let (teacher, _) = teach { head, cue in
            head.drift = 0.008 * Double(cue)
            return head.rest(1.5) + head.move() + head.rest(1.5)
        }
        #expect(try teacher.outcome?.get().count == 6)
    }

    @Test("a face that is lost in the middle spoils the repetition, which is asked for again")
    func faceLost() throws {
        let (teacher, reports) = teach { head, cue in
            guard cue == 2 else { return head.move() + head.rest(1.5) }
            return Array(head.move().prefix(5)) + head.hide(1) + head.rest(2)
        }
        #expect(reports.contains(.dropped(.faceLost)))
        #expect(reports.filter { $0 == .next(number: 3, of: 6) }.count == 2)
        #expect(try teacher.outcome?.get().count == 6)
    }

    @Test("a face that is lost each time ends the teaching with that reason")
    func faceLostAlways() {
        let (teacher, _) = teach { head, _ in Array(head.move().prefix(5)) + head.hide(1) + head.rest(2) }
        #expect(fault(teacher) == .faceLost)
        #expect(teach { head, _ in head.hide(25) }.0.outcome == .failure(.faceLost))
    }

    @Test("frames that stop in the middle of a movement, or right after it, spoil the repetition, which is asked for again", arguments: [6, 22])
    func framesStop(after count: Int) throws {
        let (teacher, reports) = teach { head, cue in
            let samples = head.move() + head.rest(0.7)
            guard cue == 2 else { return samples + head.rest(1) }
            _ = head.hide(0.6)
            return Array(samples.prefix(count)) + head.rest(5)
        }
        let dropped: [Teacher.Reason] = reports.compactMap { if case .dropped(let reason) = $0 { reason } else { nil } }
        #expect(dropped == [.faceLost])
        #expect(reports.filter { $0 == .next(number: 3, of: 6) }.count == 2)
        #expect(try teacher.outcome?.get().count == 6)
    }

    @Test("nothing that moves is said each time, and ends the teaching")
    func nothingMoved() {
        let (teacher, reports) = teach { head, _ in head.rest(6) }
        #expect(reports.contains(.dropped(.nothingMoved)))
        #expect(fault(teacher) == .nothingMoved)
    }

    @Test("different movements end the teaching with that reason")
    func different() {
        let movements: [OwnHead.Movement] = [.own, .other, .init(left: 0, up: 0.15, tilt: -8, seconds: 0.7), .init(left: -0.15, up: 0.1, tilt: 0, seconds: 1.6)]
        let (teacher, reports) = teach { head, cue in head.move(movements[cue % 4]) + head.rest(1.5) }
        #expect(reports.contains(.dropped(.different)))
        #expect(fault(teacher) == .tooDifferent)
    }

    @Test("one odd repetition is left out and made up for")
    func odd() throws {
        let (teacher, reports) = teach { head, cue in head.move(cue == 4 ? .other : .own) + head.rest(1.5) }
        #expect(reports.filter { $0 == .dropped(.different) }.count == 1)
        #expect(try teacher.outcome?.get().count == 6)
    }

    @Test("a movement that does not come back is refused")
    func lasting() {
        let (_, reports) = teach { head, cue in cue == 0 ? head.leave(for: 4) + head.rest(3) : head.move() + head.rest(1.5) }
        #expect(reports.contains(.dropped(.tookTooLong)))
    }

    @Test("a twitch during the rest costs no more than what has passed of it")
    func twitch() throws {
        var teacher = Teacher(), head = OwnHead(), cue: Double?, asked = 0
        for sample in head.rest(2.5) + head.move(.init(left: 0.3, up: 0, tilt: 0, seconds: 1)) + head.rest(6) {
            teacher.add(sample) { report in
                if case .next = report { cue = cue ?? sample.time }
                if case .rest = report { asked += 1 }
            }
        }
        // The movement ends at 3.5 s and leaves the base of what is at rest 0.9 s later; then come three seconds.
        #expect(try #require(cue) < 7.8)
        #expect(asked == 2)
    }

    @Test("a head that is never still at the beginning is asked to rest again, and then the teaching ends")
    func notStill() {
        let (teacher, reports) = teach(rest: { $0.move(.init(left: 0.5, up: 0, tilt: 0, seconds: 1)) }) { head, _ in head.move() }
        #expect(reports.filter { $0 == .rest(seconds: 3) }.count == 6)
        #expect(fault(teacher) == .notStill)
    }

    @Test("every fault and every reason advises")
    func words() {
        for words in Teacher.Fault.allCases.map(\.words) + Teacher.Reason.allCases.map(\.words) + Lesson.Advice.allCases.map(\.words) { #expect(words.count > 15, "\(words)") }
    }
}
