import Gestures
import GestureSupport
import TestSupport
import Testing

@Suite("Evidence under random input")
struct RandomEvidenceTests {
    @Test("heads that leap about as no head does are weighed without a fault", arguments: 1...8)
    func leaps(seed: Int) {
        var random = SplitMix64(seed), weighed = 0
        for _ in 0..<60 {
            // Whatever the rules accept is refused, so it was measured.
            var driver = HeadDriver.tracking(rate: random.number(8...60)) {
                $0.rules.ordinaryRate = -1000
                $0.acceptance = random.number(0.1...1.5)
                $0.explains = true
                $0.proposes = random.chance(0.5)
            }
            for _ in 0..<100 {
                let isFar = random.chance(0.6)
                driver.go(left: isFar ? random.number(-1.2...1.2) : 0, up: isFar && random.chance(0.3) ? random.number(-0.8...0.8) : 0,
                          for: random.number(0.01...1.5))
                if random.chance(0.03) { driver.hide(for: random.number(0.05...1)) }
                if random.chance(0.03) { driver.stopFrames(for: random.number(0.05...1)) }
            }
            weighed += driver.rejections.count { $0.rule == .unlikely }
        }
        // Without gestures the test would prove nothing.
        #expect(weighed > 100, "\(weighed)")
    }

    @Test("a hold whose head leaps outwards at the end is weighed", arguments: [0.4, 0.6, 0.9])
    func outwards(seconds: Double) {
        var driver = HeadDriver.tracking {
            $0.rules.ordinaryRate = GestureRules().ordinaryRate
            $0.acceptance = seconds
        }
        driver.go(for: 2)
        driver.go(left: 0.25, for: seconds - 0.05)
        driver.go(left: 0.9, for: 0.3)
        #expect(driver.gestures.count <= 1)
    }

    @Test("a recogniser that proposes movements tells what one that does not tells, and measures numbers within their range", arguments: 1...4)
    func proposals(seed: Int) {
        var measured = 0
        func events(proposes: Bool) -> [GestureEvent] {
            var inputs = RandomInputs(seed), heard: [GestureEvent] = []
            var recognizer = GestureRecognizer(configuration: inputs.configuration)
            while inputs.time < 900 {
                recognizer.configuration.proposes = proposes
                inputs.next().apply(to: &recognizer) { heard.append($0) }
                guard proposes else { continue }
                for row in recognizer.proposals { measured += check(row) }
            }
            return heard
        }
        #expect(events(proposes: true) == events(proposes: false))
        #expect(measured > 100, "\(measured)")
    }

    private func check(_ row: ProposalRow) -> Int {
        var count = 0
        for (feature, value) in zip(MovementFeature.allCases, row.features) {
            guard let value else { continue }
            count += 1
            let range: ClosedRange<Double> = switch feature {
            case .size, .speed: -100...100
            case .away: -1.001...1.001
            case .straight: 0...1.101
            default: 0...1000
            }
            if !range.contains(value) { Issue.record("\(feature) is \(value)") }
        }
        return count
    }
}
