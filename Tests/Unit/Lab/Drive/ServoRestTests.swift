import Lab
import Outputs
import Testing
import Traces

@Suite("A servo")
struct ServoRestTests {
    @Test("a servo keeps its pulse while the head stays, in the middle and aside", arguments: [0.0, 0.2])
    func rests(aside: Double) throws {
        var simulation = TraceSimulation(.tuned, seed: 1), before: [Int] = [], after: [Int] = []
        for _ in 0..<5 {
            var head = simulation.driver()
            let rest = try ServoRest(&head, aside: aside)
            before.append(rest.changes(hysteresis: 0))
            after.append(rest.changes(hysteresis: PWMTarget().hysteresis))
        }
        if aside == 0 { #expect(after.reduce(0, +) == 0, "\(after)") } else {
            #expect(before.reduce(0, +) > 500)
            #expect(after.reduce(0, +) * 3 < before.reduce(0, +), "\(before) \(after)")
        }
    }
}
