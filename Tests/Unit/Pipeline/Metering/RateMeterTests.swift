import Pipeline
import Testing

@Suite("Rates")
struct RateMeterTests {
    @Test("a rate is the number of events per second within the window")
    func rate() {
        var meter = RateMeter(window: 2)
        for i in 0..<100 { meter.add(Double(i) / 25) }
        #expect(abs(meter.rate(at: 99 / 25.0) - 25) < 1e-9)
        #expect(meter.rate(at: 60) == 0)
    }
}
