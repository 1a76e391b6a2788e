import Gestures
import Lab
import Replays
import Testing
import Traces

@Suite("Movements of the face taught by simulated people")
struct TaughtFaceTrialTests {
    @Test("raised brows with a bit of a smile are kept as such and found again, and everything else that these people do fires them no more often than predicted")
    func raised() throws {
        // The first people of the run in docs/lab/taught.md.
        var trial = TaughtTrial(.last, seed: 22, hours: 1, library: 4, isOfFace: true), taught: [TaughtTrial.Person] = [], bound = 0.0
        for _ in 0..<6 {
            let person = trial.next()
            guard let lesson = person.lesson else { continue }
            taught.append(person)
            bound += lesson.gesture.rate.upper95 * person.taught.hours
            #expect(lesson.gesture.channels.contains(.brows) && lesson.gesture.text.hasPrefix("nodline taught gesture 2\n"), "\(lesson.gesture.channels)")
        }
        #expect(Double(taught.reduce(0) { $0 + $1.taught.falseActivations }) <= bound)
        let hits = taught.reduce(0) { $0 + $1.taught.hits }, asked = taught.reduce(0) { $0 + $1.taught.repetitions }
        #expect(taught.count >= 5 && Double(hits) >= 0.85 * Double(asked), "\(taught.count) people, \(hits) of \(asked)")
    }

    @Test("what a moved head shows in brows and smile carries no template: movements of the head stay in version 1",
          arguments: [SimulatedPerson.Family.last, .novel])
    func heads(family: SimulatedPerson.Family) throws {
        var simulation = TraceSimulation(family, seed: 32), made = 0
        for _ in 0..<25 {
            let own = simulation.limited(), trace = simulation.repetitions(8, of: own), name = try #require(TaughtGesture.name("own"))
            let repetitions = trace.labels.map { TaughtRepetition($0, of: trace.trace) }
            guard case .success(let lesson) = TaughtGesture.make(name, from: repetitions, rest: [[HeadSample]](), library: [[HeadSample]](), others: []) else { continue }
            made += 1
            #expect(!lesson.gesture.channels.contains(.brows) && !lesson.gesture.channels.contains(.smile), "\(lesson.gesture.channels)")
            #expect(lesson.gesture.text.hasPrefix("nodline taught gesture 1\n"))
        }
        #expect(made >= 20)
    }
}
