import Appliance
import Gestures
import Testing
import TestSupport
import Traces

@Suite("The effective configuration")
struct EffectiveConfigurationTests {
    private static func key(_ movement: RangeMovement) -> String { "gestures." + movement.thresholdKey }

    @Test("what is on trial goes before what was measured, and that before the file", arguments: RangeMovement.allCases)
    func order(movement: RangeMovement) {
        let range = movement.thresholdRange, middle = (range.lowerBound + range.upperBound) / 2
        var file = Configuration(), measured = GestureConfiguration(), ranges = Ranges()
        file.gestures[movement] = middle
        measured[movement] = middle * 0.9
        ranges.take([movement], of: measured)
        var effective = EffectiveConfiguration(file)
        #expect(effective.value == file)
        effective.ranges = ranges
        #expect(effective.value.gestures[movement] == middle * 0.9)
        effective.tried = [Self.key(movement)]
        #expect(effective.value.gestures[movement] == middle)
    }

    @Test("it depends on nothing else, changes nothing else, and is the same twice")
    func pure() {
        var random = SeededGenerator(seed: 38)
        for _ in 0..<200 {
            var file = Configuration(), measured = GestureConfiguration(), ranges = Ranges()
            for movement in RangeMovement.allCases {
                file.gestures[movement] = Double.random(in: movement.thresholdRange, using: &random)
                measured[movement] = Double.random(in: movement.thresholdRange, using: &random)
            }
            let taken = Set(RangeMovement.allCases.filter { _ in Bool.random(using: &random) })
            ranges.take(taken, of: measured)
            let tried = RangeMovement.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            var effective = EffectiveConfiguration(file)
            (effective.ranges, effective.tried) = (ranges, tried.map(Self.key))
            let value = effective.value
            #expect(value == effective.value)
            for movement in RangeMovement.allCases {
                #expect(value.gestures[movement] == (taken.contains(movement) && !tried.contains(movement) ? measured : file.gestures)[movement])
            }
            var same = value
            same.gestures = file.gestures
            #expect(same == file)
            effective.read = value
            #expect(effective.value == value)
        }
    }
}
