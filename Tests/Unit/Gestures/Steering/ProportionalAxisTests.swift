import Gestures
import Testing

@Suite("Proportional axes")
struct ProportionalAxisTests {
    @Test("an axis is still in the dead zone and accelerates over the acceleration zone up to its maximum speed", arguments: [
        (0.05, 0.0), (0.1, 0), (0.2, 50), (0.3, 100), (0.9, 100), (-0.2, -50), (.nan, 0),
    ])
    func speed(left: Double, expected: Double) {
        let axis = ProportionalAxis(.horizontal, deadZone: 0.1, accelerationZone: 0.2, maxSpeed: 100)
        #expect(abs(axis.speed(at: HeadOffset(left: left, up: 1)) - expected) < 1e-9)
    }

    @Test("slow movement is not rounded away")
    func fractions() {
        var axis = ProportionalAxis(.vertical, deadZone: 0, accelerationZone: 1, maxSpeed: 10)
        var steps = 0
        for i in 0...1000 { steps += axis.add(HeadOffset(left: 0, up: 0.1), at: Double(i) / 100) }  // 0.01 steps each
        #expect((9...10).contains(steps))
    }

    @Test("an axis does not move while detached, without a face or after a gap; at a new neutral position it is still")
    func detached() {
        var axis = ProportionalAxis(.horizontal, deadZone: 0, accelerationZone: 0, maxSpeed: 100)
        let out = HeadOffset(left: 0.5, up: 0)
        #expect(axis.add(out, at: 0) == 0 && axis.add(out, at: 0.1) == 10)
        #expect(axis.add(nil, at: 0.2) == 0 && axis.add(out, at: 0.3) == 0 && axis.add(out, at: 0.4) == 10)
        #expect(axis.add(out, at: 2) == 0)
        axis.detach()
        #expect(axis.add(out, at: 2.1) == 0)
        axis.attach()
        axis.setNeutral(out)
        #expect(axis.add(out, at: 2.2) == 0 && axis.add(out, at: 2.3) == 0)
    }

    @Test("an axis rests while the head may be on its way back to a previous rest, and until it has been beyond that for a moment", arguments: [
        (-0.4, -0.1, 0.1, false), (-0.4, -0.3, 1, false), (-0.4, -0.59, 1, false), (-0.4, -0.7, 0.3, false), (-0.4, -0.7, 0.5, true), (-0.4, 0.3, 0.1, true),
        (0.4, 0.3, 1, false), (0, 0.3, 0.1, true),
    ])
    func wayBack(previous: Double, head: Double, seconds: Double, moves: Bool) {
        var axis = ProportionalAxis(.horizontal, deadZone: 0.05, accelerationZone: 0.1, maxSpeed: 100), steps = 0
        let way = WayBack(head: HeadOffset(left: head, up: 0.3), previousRest: HeadOffset(left: previous, up: 0))
        for sample in 0...Int(seconds * 20) { steps += axis.add(way.head, wayBack: way, at: Double(sample) / 20) }
        #expect((steps != 0) == moves && (axis.value != 0) == moves)
        #expect(axis.add(way.head, at: seconds + 0.1) == 0 || moves)  // forgotten: it may move from now on
        #expect(axis.add(way.head, at: seconds + 0.2) != 0)
    }
}
