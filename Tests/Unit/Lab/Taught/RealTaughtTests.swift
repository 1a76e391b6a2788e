import Gestures
import Lab
import Replays
import Testing
import TestSupport
import Traces

/// The real code on real heads. Nobody in the recordings repeats a movement five times, which is the least that may be taught, so it is made of three here.
@Suite("Movements taught by real people")
struct RealTaughtTests {
    private static let traces = Checkout.root + "Tests/traces/high/"

    /// The labelled movements of a clip.
    private func repetitions(_ clip: String, _ gesture: LabelledGesture) throws -> [TaughtRepetition] {
        let trace = try HeadTrace(file: Self.traces + "meant/\(clip).heads"), labels = try Label.read(file: Self.traces + "meant/\(clip).csv")
        return labels.filter { $0.gesture == gesture }.map { TaughtRepetition($0, of: trace) }
    }

    private func talkers(_ isMine: (Int) -> Bool) throws -> [HeadTrace] {
        try HeadTrace.all(in: Self.traces + "talking").enumerated().filter { isMine($0.offset / 5) }.map(\.element)
    }

    @Test("of three real nods each is found by the two others, and people who talk make them no more often than predicted")
    func nods() throws {
        let name = try #require(TaughtGesture.name("nod")), nods = try repetitions("nods", .nod)
        #expect(nods.count == 3)
        let own = try talkers { $0 % 2 == 0 }.map { $0.marks.map(\.sample) }
        let made = TaughtGesture.make(name, from: nods, rest: own, library: OrdinaryMovement(), others: [], quietMouth: 0, fewest: 3)
        let lesson = try made.get(), counted = TaughtTrial.falseActivations(TaughtTrial.only(lesson.gesture), try talkers { $0 % 2 == 1 })
        #expect(lesson.found == 3)
        #expect(Double(counted.falseActivations) <= max(1, lesson.gesture.rate.upper95 * counted.hours))
    }
}
