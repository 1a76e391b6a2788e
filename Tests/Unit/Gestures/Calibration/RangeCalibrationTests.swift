import Gestures
import Glibc
import Testing

@Suite("Range calibration")
struct RangeCalibrationTests {
    /// Runs it with a head that trembles by `noise` and reaches `reach` in each direction, in IOD.
    private func led(noise: Double, reach: PerDirection<Double>, _ movements: [RangeMovement] = RangeMovement.turns) -> RangeCalibration {
        var ranges = RangeCalibration(movements, pointer: .position)
        for i in 0..<2000 where ranges.step != .done {
            var offset = HeadOffset(left: i % 2 == 0 ? noise : -noise, up: i % 3 == 0 ? noise : -noise)
            if case .reach(.turn(let direction)) = ranges.step, i % 20 > 8 {
                switch direction {
                case .left: offset.left += reach.left
                case .right: offset.left -= reach.right
                case .up: offset.up += reach.up
                case .down: offset.up -= reach.down
                }
            }
            ranges.add(HeadSample(time: Double(i) / 20, head: HeadDriver.head(left: offset.left, up: offset.up)))
        }
        return ranges
    }

    @Test("each direction gets a threshold between its noise and its reach, even if the reach is very small")
    func thresholds() throws {
        var reach = PerDirection(all: 0.5)
        reach.left = 0.1
        let ranges = led(noise: 0.004, reach: reach)
        #expect(ranges.findings.map(\.movement) == RangeMovement.turns)
        for finding in ranges.findings {
            let threshold = try #require(finding.threshold)
            #expect(threshold > finding.noise && threshold < finding.reach)
        }
        var configuration = GestureConfiguration()
        ranges.apply(to: &configuration)
        #expect(configuration.thresholds.left < 0.07 && configuration.thresholds.right > 0.15)
        #expect(configuration.idleZoneRadius < configuration.thresholds.left)
    }

    @Test("a direction whose reach is within the noise is refused in plain words, and keeps its threshold")
    func refused() {
        var reach = PerDirection(all: 0.4)
        reach.up = 0.02
        let ranges = led(noise: 0.03, reach: reach)
        let up = ranges.findings.first { $0.movement == .turn(.up) }
        #expect(up?.threshold == nil)
        #expect(up?.words.contains("Too close together") == true && up?.words.hasSuffix("It stays as it was.") == true)
        var configuration = GestureConfiguration()
        configuration.thresholds.up = 0.21
        ranges.apply(to: &configuration)
        #expect(configuration.thresholds.up == 0.21 && !ranges.measured.contains(.turn(.up)) && ranges.measured.count == 3)
        #expect(configuration.problems().isEmpty)
    }

    /// Runs it with a head that turns by 20 degrees and eyes with this movement of the iris for each degree.
    private func seen(slope: (HeadDirection) -> Double, certainty: Double = 1, _ movements: [RangeMovement] = RangeMovement.turns) -> RangeCalibration {
        var ranges = RangeCalibration(movements, rest: 1, reach: 3)
        var began = 0.0, asked = ranges.step
        for i in 0..<1000 where ranges.step != .done {
            let time = Double(i) / 15
            if ranges.step != asked { (began, asked) = (time, ranges.step) }
            var angles = HeadAngles(yaw: 0.1 * sin(time), pitch: 0.1 * cos(time)), iris = HeadOffset(left: 0.02, up: 0.05)
            if case .reach(.turn(let direction)) = ranges.step {
                let turn = 20 * max(0, sin(min(max(time - began - 1, 0), 1) * .pi)), way = turn * slope(direction)
                switch direction {
                case .left: (angles.yaw, iris.left) = (angles.yaw + turn, iris.left + way)
                case .right: (angles.yaw, iris.left) = (angles.yaw - turn, iris.left - way)
                case .up: (angles.pitch, iris.up) = (angles.pitch + turn, iris.up + way)
                case .down: (angles.pitch, iris.up) = (angles.pitch - turn, iris.up - way)
                }
            }
            var sample = HeadSample(time: time, angles: angles)
            if let request = ranges.eyeRequest {
                sample.eyes = EyeLook(request.eye, left: iris.left, up: iris.up, openness: 0.3, certainty: certainty, head: angles, seenAt: time)
            }
            ranges.add(sample)
        }
        return ranges
    }

    @Test("the eyes must stay ahead from now on if they stayed in every reach; if they went along or were not seen, they do not matter")
    func eyes() {
        func found(_ ranges: RangeCalibration) -> EyeCondition {
            var configuration = GestureConfiguration()
            ranges.apply(to: &configuration)
            return configuration.eyes(for: .hold(.left))
        }
        let staying = seen { _ in -0.006 }
        #expect(found(staying) == .ahead && staying.findings.map(\.eyes) == [.ahead, .ahead, .ahead, .ahead])
        #expect(staying.findings.allSatisfy { $0.words.hasSuffix("The eyes stayed where they were.") })
        #expect(found(seen { _ in 0.012 }) == .any)
        let fixed = seen { _ in 0 }
        #expect(found(fixed) == .any && fixed.findings.allSatisfy { $0.eyes == .unknown && $0.words.contains("Not both eyes were seen") })
        // Small reaches to the sides prove together what each of them does not.
        let little = seen { $0 == .left ? -0.003 : $0 == .right ? -0.0015 : 0 }
        #expect(found(little) == .ahead && little.findings.map(\.eyes) == [.ahead, .ahead, .ahead, .ahead], "\(little.findings)")
        #expect(found(seen { $0 == .down ? 0.012 : -0.006 }) == .any)
        #expect(found(seen(slope: { _ in -0.006 }, certainty: 0.3)) == .any)
        var own = GestureConfiguration()
        own.eyes = .any
        staying.apply(to: &own)
        #expect(own.eyes(for: .hold(.left)) == .any, "an explicit condition wins")
    }

    @Test("only the requested directions are measured, and the others keep their thresholds; the idle zone leaves them room")
    func some() {
        let ranges = led(noise: 0.01, reach: PerDirection(all: 0.3), [.turn(.left), .turn(.up)])
        #expect(ranges.findings.map(\.movement) == [.turn(.left), .turn(.up)])
        var configuration = GestureConfiguration()
        ranges.apply(to: &configuration)
        #expect(configuration.thresholds.left < 0.3 && configuration.thresholds.right == GestureConfiguration().thresholds.right)
        let wide = led(noise: 0.01, reach: PerDirection(all: 1), [.turn(.left)])
        wide.apply(to: &configuration)
        #expect(configuration.thresholds.left > 0.4 && configuration.idleZoneRadius < configuration.thresholds.right && configuration.problems().isEmpty)
    }

    @Test("whatever is measured, with whatever success, takes no direction away: thresholds that were not found are those from before")
    func nothingIsTakenAway() {
        var seed = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            var reach = PerDirection(all: 0.0), before = GestureConfiguration()
            for direction in HeadDirection.allCases {
                reach[direction] = Double.random(in: 0...0.8, using: &seed)
                before.thresholds[direction] = Double.random(in: 0.12...0.6, using: &seed)
            }
            let asked = RangeMovement.turns.filter { _ in Bool.random(using: &seed) }
            let ranges = led(noise: Double.random(in: 0.001...0.1, using: &seed), reach: reach, asked.isEmpty ? [.turn(.up)] : asked)
            var after = before
            ranges.apply(to: &after)
            for direction in HeadDirection.allCases {
                let found = ranges.findings.first { $0.movement == .turn(direction) }?.threshold
                #expect(after.thresholds[direction] == found ?? before.thresholds[direction])
            }
            #expect(after.problems().isEmpty, "\(after.problems())")
            if ranges.measured.isEmpty { #expect(after == before) }
        }
    }

    @Test("that the eyes stay ahead is required only if they did in each direction that something uses")
    func eyesOfSome() {
        let left = seen(slope: { _ in -0.006 }, certainty: 1, [.turn(.left)])
        func found(_ used: Set<HeadDirection>) -> EyeCondition {
            var configuration = GestureConfiguration()
            left.apply(to: &configuration, used: used)
            return configuration.measuredEyes
        }
        #expect(left.eyes == .ahead && found([.left]) == .ahead && found([.left, .right]) == .any && found(Set(HeadDirection.allCases)) == .any)
    }

    @Test("a movement of a tenth of the eye distance is recognised after range calibration, and not before")
    func small() {
        let ranges = led(noise: 0.002, reach: PerDirection(all: 0.1))
        for isMeasured in [false, true] {
            var driver = HeadDriver.tracking {
                $0.pointer = .position
                if isMeasured { ranges.apply(to: &$0) }
            }
            driver.go(left: 0.1, for: 0.4)
            driver.go(for: 0.4)
            #expect(driver.gestures == (isMeasured ? ["look left"] : []))
        }
    }

    /// Runs it with a face and a tilt that go as far as `far`, in the unit of each threshold, and blink meanwhile.
    private func shown(_ movements: [RangeMovement], far: Double) -> RangeCalibration {
        var ranges = RangeCalibration(movements)
        for i in 0..<2000 where ranges.step != .done {
            let time = Double(i) / 20, trembling = i % 2 == 0 ? 0.002 : -0.002
            var tilt = 0.0, sizes: [FacialExpression: Double] = [:]
            if case .reach(let movement) = ranges.step, i % 40 > 20 {
                switch movement {
                case .turn: break
                case .tilt(let shoulder): tilt = (shoulder == .left ? 1 : -1) * far
                case .expression(let expression): sizes[expression] = far
                }
            }
            let angle = tilt * .pi / 180
            let head = HeadPointer(position: HeadPoint(320, 240), interocularDistance: 100, leftward: HeadPoint(cos(angle), sin(angle)))
            var sample = HeadSample(time: time, head: head, angles: HeadAngles(yaw: 0, pitch: 0),
                                    mouth: FaceMeasure(0.02 + trembling + (sizes[.mouth] ?? 0), seenAt: time))
            let isBlinking = i % 60 < 5, lids = 0.3 * (1 - max(isBlinking ? 0.5 : 0, sizes[.eyesClosed] ?? 0))
            sample.lids = LidOpening(right: lids, left: lids, seenAt: time)
            sample.brows = FaceMeasure(0.6 * (1 + trembling + (sizes[.brows] ?? 0)), seenAt: time)
            sample.smile = FaceMeasure(0.7 * (1 + trembling + (sizes[.smile] ?? 0)), seenAt: time)
            ranges.add(sample)
        }
        return ranges
    }

    @Test("tilts and the face get thresholds between their noise and their reach, in their own units; the directions stay as they were", arguments: [
        (RangeMovement.tilt(.left), 20.0), (.tilt(.right), 8), (.expression(.mouth), 0.5), (.expression(.mouth), 0.15), (.expression(.eyesClosed), 0.5),
        (.expression(.brows), 0.1), (.expression(.smile), 0.3),
    ])
    func others(_ movement: RangeMovement, far: Double) throws {
        let ranges = shown([movement], far: far)
        let finding = try #require(ranges.findings.first)
        #expect(ranges.findings.count == 1 && finding.movement == movement && (finding.reach - far).magnitude < 0.03 * max(far, 1))
        let threshold = try #require(finding.threshold, "\(finding)")
        #expect(threshold > finding.noise && threshold < 0.8 * far, "\(finding)")
        var configuration = GestureConfiguration(), expected = GestureConfiguration()
        expected[movement] = threshold
        ranges.apply(to: &configuration)
        expected.tilt.idleZone = configuration.tilt.idleZone
        #expect(configuration == expected && configuration.problems().isEmpty, "\(configuration.problems())")
    }

    @Test("a face that does not move far enough is refused in plain words, and keeps its threshold", arguments: [
        (RangeMovement.expression(.mouth), 0.05), (.expression(.eyesClosed), 0.1), (.expression(.brows), 0.02), (.expression(.smile), 0.05), (.tilt(.left), 3),
    ])
    func refusedOthers(_ movement: RangeMovement, far: Double) {
        let ranges = shown([movement], far: far)
        #expect(ranges.findings.first?.threshold == nil && ranges.findings.first?.words.contains("choose another movement") == true)
        var configuration = GestureConfiguration()
        ranges.apply(to: &configuration)
        #expect(configuration == GestureConfiguration())
    }

    @Test("each movement has a name of its own, which is that of its gesture")
    func names() {
        for movement in RangeMovement.allCases {
            #expect(RangeMovement("\(movement)") == movement && HeadGesture("\(movement)").flatMap { RangeMovement($0) } == movement)
        }
        #expect(RangeMovement("nod") == nil && RangeMovement(HeadGesture.nod) == nil)
    }
}
