import Appliance
import Gestures
import Testing
import Wire

@Suite("Figures since the start")
struct RunningFiguresTests {
    @Test("a value on a bound belongs to it, one above all bounds is counted last, and what is not a number is left out")
    func histogram() {
        var histogram = Histogram(bounds: [0.1, 0.2])
        for value in [0.05, 0.1, 0.15, 0.2, 0.3, .nan, .infinity] { histogram.add(value) }
        #expect(histogram.counts == [2, 2, 1])
        #expect(abs(histogram.sum - 0.8) < 1e-9)
    }

    @Test("gestures count by their names with their latency, refusals by their rule, faults by their code")
    func events() {
        var figures = RunningFigures()
        let rejection = Rejection(rule: .repeated, value: 1, bound: 2)
        for kind in [.recognised(.nod, size: 2, duration: 0.9), .recognised(.nod, size: 3, duration: 0.9), .recognised(.look(.up), size: 0.5, duration: 0.4), .rejected(rejection), .paused] as [GestureEvent.Kind] {
            figures.hear(.gesture(GestureEvent(time: 4, kind: kind)), at: 4.5)
        }
        figures.hear(.fault(time: 5, what: .inferenceFailed, detail: ""), at: 5)
        #expect(figures.gestures == ["nod": 2, "up": 1])
        #expect(figures.refused == ["repeated": 1])
        #expect(figures.faults == [FaultCode.inferenceFailed.rawValue: 1])
        #expect(figures.gesture_latency.counts.reduce(0, +) == 3)
    }
}
