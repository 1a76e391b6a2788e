import Appliance
import Gestures
import Testing

@Suite("The log of refusals")
struct RefusalLogTests {
    @Test("the log keeps at most 256 refusals of the last five minutes, in order, and nothing else")
    func log() {
        var log = RefusalLog()
        let refusal = GestureEvent.Kind.rejected(Rejection(rule: .crept, value: 1, bound: 0.3))
        for second in 0..<600 {
            log.add(GestureEvent(time: Double(second), kind: refusal))
            log.add(GestureEvent(time: Double(second), kind: .paused))
        }
        let recent = log.recent(at: 600)
        #expect(recent.first?.time == 344 && recent.last?.time == 599 && recent.count == 256)
        #expect(log.recent(at: 895).count == 5)
    }
}
