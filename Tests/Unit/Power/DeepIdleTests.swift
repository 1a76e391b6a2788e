import Power
import Testing

@Suite("Deep idle")
struct DeepIdleTests {
    @Test("the camera rests between looks of a second and eight frames; a face or a button ends the idle state")
    func idleRules() {
        var idle = DeepIdle(after: 10, every: 3)
        func pass(_ seconds: ClosedRange<Double>, frames: Double = 10, isSomebodyThere: Bool = false) -> Double {
            var on = 0.0
            for time in stride(from: seconds.lowerBound, to: seconds.upperBound, by: 0.1) {
                idle.advance(to: time, isSomebodyThere: isSomebodyThere)
                if idle.wantsCamera {
                    on += 0.1
                    if (time * frames).rounded() != ((time - 0.1) * frames).rounded() { idle.add(frameAt: time) }
                }
            }
            return on
        }
        let alone = pass(0...9.9)
        #expect(abs(alone - 9.9) < 0.15 && !idle.isIdle)
        let idling = pass(10...50)
        #expect(idle.isIdle && idling / 40 > 0.2 && idling / 40 < 0.35, "\(idling)")
        let slow = pass(50...90, frames: 2)  // a slow camera looks longer: eight frames
        #expect(slow / 40 > 0.5)
        idle.wake(at: 90)
        #expect(!idle.isIdle && idle.wantsCamera)
        _ = pass(90.1...103)
        #expect(idle.isIdle)
        _ = pass(103...103.5, isSomebodyThere: true)
        #expect(!idle.isIdle)
        var never = DeepIdle(after: 0, every: 3)
        never.advance(to: 0, isSomebodyThere: false)
        never.advance(to: 1e6, isSomebodyThere: false)
        let isNever = never.isIdle
        #expect(!isNever)
    }
}
