import Outputs
import Testing

@Suite("Wheels")
struct WheelTests {
    @Test("forward and turn are mixed; where the sum is too much the curve stays", arguments: [
        (1.0, 0.0, 1.0, 1.0), (-1, 0, -1, -1), (0, 1, -1, 1), (0, -0.5, 0.5, -0.5), (0.5, 0.25, 0.25, 0.75), (1, 1, 0, 1), (1, -1, 1, 0), (-1, 1, -1, 0),
    ])
    func mixture(forward: Double, turn: Double, left: Double, right: Double) {
        #expect(abs(Wheel(turn: -1).mix(forward: forward, turn: turn) - left) < 1e-9)
        #expect(abs(Wheel(turn: 1).mix(forward: forward, turn: turn) - right) < 1e-9)
    }

    /// Runs a wheel at 20 samples a second; its lines follow after `delay` samples.
    private func run(_ wanted: [(Double, Int)], slew: Double = 2, delay: Int = 1) -> [(value: Double, way: Int, line: Int)] {
        var speed = WheelSpeed(), ways: [Int] = [], steps: [(Double, Int, Int)] = [], time = 0.0
        for (value, count) in wanted {
            for _ in 0..<count {
                let line = ways.count >= delay && Set(ways.suffix(delay)).count == 1 ? ways.last ?? 0 : 0
                speed.follow(value, line: line, slew: slew, at: time)
                ways.append(speed.way)
                steps.append((speed.value, speed.way, line))
                time += 0.05
            }
        }
        return steps
    }

    @Test("a wheel starts softly when its line says the way, and passes rest before it turns the other way")
    func starts() {
        let steps = run([(1, 20), (-1, 30), (0, 20)], delay: 4)
        #expect(steps.prefix(4).allSatisfy { $0.value == 0 } && steps[0].way == 1)
        for (one, next) in zip(steps, steps.dropFirst()) { #expect((next.value - one.value).magnitude <= 0.1 + 1e-9) }
        #expect(steps.allSatisfy { $0.value == 0 || ($0.value > 0 ? 1 : -1) == $0.line })
        #expect(steps.contains { $0.value == 1 } && steps.contains { $0.value == -1 })
        #expect(steps.last?.value == 0 && steps.last?.way == 0)
    }

    @Test("a line that goes off, a gap and a stop end it at once")
    func ends() {
        var speed = WheelSpeed()
        for step in 0..<30 { speed.follow(1, line: step > 0 ? 1 : 0, slew: 2, at: Double(step) / 20) }
        #expect(speed.value == 1)
        var off = speed, late = speed, wrong = speed
        off.follow(1, line: 0, slew: 2, at: 1.5)
        late.follow(1, line: 1, slew: 2, at: 3)
        wrong.follow(.nan, line: 1, slew: 2, at: 1.5)
        speed.stop()
        #expect([off, late, wrong, speed].allSatisfy { $0.value == 0 })
    }
}
