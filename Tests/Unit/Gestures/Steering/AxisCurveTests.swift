import Gestures
import Testing

@Suite("Curves of axes")
struct AxisCurveTests {
    @Test("expo makes the middle finer and leaves middle and ends where they are", arguments: [
        (0.0, 0.5, 0.5), (1, 0.5, 0.125), (0.5, 0.5, 0.3125), (1, -0.5, -0.125), (0.7, 1, 1), (0.7, -1, -1), (0.7, 0, 0),
    ])
    func expo(expo: Double, part: Double, expected: Double) {
        #expect(abs(AxisCurve(expo: expo).bend(part) - expected) < 1e-9)
    }

    @Test("an axis begins with its least value beyond the dead zone and ends at its greatest, each way its own; in the dead zone it rests", arguments: [
        (0.05, 0.0), (-0.1, 0), (0.100001, 20), (0.2, 40), (0.3, 60), (0.9, 60), (-0.100001, -10), (-0.2, -20), (-0.3, -30), (.nan, 0),
    ])
    func ends(left: Double, expected: Double) {
        var axis = ProportionalAxis(.horizontal, deadZone: 0.1, accelerationZone: 0.2, maxSpeed: 100)
        axis.curve = AxisCurve(ahead: .init(least: 0.2, most: 0.6), back: .init(least: 0.1, most: 0.3))
        #expect(abs(axis.speed(at: HeadOffset(left: left, up: 0)) - expected) < 1e-3)
    }

    @Test("a further turn never gives less, whatever the curve", arguments: [0, 0.3, 1], [0, 0.4])
    func rises(expo: Double, least: Double) {
        let curve = AxisCurve(expo: expo, ahead: .init(least: least, most: 0.9), back: .init(least: least / 2, most: 0.5))
        let values = (-100...100).map { curve.range(curve.bend(Double($0) / 100)) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 } && values[100] == 0)
    }
}
