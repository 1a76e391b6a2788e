import Gestures
import GestureSupport
import Outputs
import TestSupport
import Testing

@Suite("Outputs under random input")
struct RandomOutputTests {
    /// A recogniser that drives outputs and axes, as in a running appliance.
    private struct Switch {
        var recognizer: GestureRecognizer
        let outputs = GuardedOutputs()
        var ledger = HoldLedger()
        /// How often something was on.
        var held = 0, moved = 0

        init(_ settings: OutputSettings, _ configuration: GestureConfiguration) {
            recognizer = GestureRecognizer(configuration: configuration)
            outputs.load(settings, maxHold: 20)  // more than any configuration of these tests has
        }

        mutating func act(_ input: RandomInput) {
            let outputs = outputs
            var heard: [GestureEvent] = []
            func hear(_ event: GestureEvent) {
                heard.append(event)
                outputs.advance(to: event.time)
                outputs.apply(event, at: event.time)
            }
            if case .sample(let sample) = input {
                recognizer.process(sample, isSteering: outputs.isMoving, hear)
            } else {
                input.apply(to: &recognizer, hear)
            }
            for event in heard { ledger.hear(event) }
            ledger.check(recognizer)
            if recognizer.isCalibrating || recognizer.isPaused || !recognizer.isFacePresent { outputs.forgetWaiting() }
            if case .stop = input { outputs.rest(at: heard.last?.time ?? 0) }
            if let offset = recognizer.offset, recognizer.armedUntil == nil {
                guard case .sample(let sample) = input else { return }
                outputs.move(offset, gaze: recognizer.gazeOffset, wayBack: recognizer.wayBack, held: recognizer.heldDirection, at: sample.time, now: sample.time)
                outputs.advance(to: sample.time)
            } else {
                outputs.rest(at: heard.last?.time ?? 0)
            }
        }
    }

    private static func level(_ name: String, _ gestures: [HeadGesture], _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        (output.gestures, output.action, output.maxOn) = (gestures, .level, 1000)
        set(&output)
        return output
    }

    @Test("what the outputs hold is what the recogniser holds, and an axis moves only while the head may steer", arguments: 1...6)
    func same(seed: Int) throws {
        let zone = HeadGesture.gaze(try #require(GestureName("window"))), gestures = HeadGesture.all.filter(\.isHold) + [zone]
        var plain = gestures.map { Self.level("\($0)", [$0]) }
        plain += [Self.level("either", [.hold(.left), .holdExpression(.mouth), .holdTilt(.left)])]
        for (name, gesture) in [("one", HeadGesture.hold(.left)), ("two", .hold(.right)), ("three", .holdExpression(.mouth))] {
            plain.append(Self.level(name, [gesture]) { ($0.interlock, $0.deadTime, $0.minOn, $0.minOff) = ("m", 0.2, 0.3, 0.5) })
        }
        var axes = ["free", "tall", "held", "gaze"].map { AxisConfiguration(name: $0) }
        (axes[1].direction, axes[2].hold, axes[3].follows) = (.vertical, .left, .gaze)
        var inputs = RandomInputs(seed, clock: false), device = Switch(OutputSettings(outputs: plain, axes: axes), inputs.configuration), complaints: [String] = []
        while inputs.time < 1200, complaints.count < 5 {
            let input = inputs.next()
            device.act(input)
            let recognizer = device.recognizer
            for (output, value) in zip(plain, device.outputs.outputValues) {
                let isHeld = output.gestures.contains(where: recognizer.isHeld)
                if value.isHeld, !isHeld { complaints.append("\(output.name) is on, but nothing is held, after \(input)") }
                if isHeld, !value.isHeld, output.gestures.count == 1, output.interlock.isEmpty { complaints.append("\(output.name) is not on after \(input)") }
                if value.isHeld { device.held += 1 }
            }
            for (axis, value) in zip(axes, device.outputs.axisValues) where value.value != 0 {
                device.moved += 1
                let maySteer = recognizer.offset != nil && recognizer.armedUntil == nil && (axis.hold == nil || recognizer.heldDirection == axis.hold)
                if !maySteer { complaints.append("\(axis.name) moves after \(input)") }
            }
        }
        #expect(complaints.isEmpty && device.ledger.complaints.isEmpty, "\(complaints) \(device.ledger.complaints)")
        #expect(device.held > 1000 && device.moved > 1000)
    }

    // MARK: - A person who turns to one side only

    /// Turns to the left and comes back, again and again; what hinders happens while the head is turned.
    private struct OneSided {
        var device: Switch
        var random: SplitMix64
        var time = 0.0
        var left = 0.0
        /// Samples in which the axes moved to the left, and to the right.
        var toLeft = 0, turned = 0, toRight: [String] = []
        var isHidden = false

        init(_ seed: Int) {
            random = SplitMix64(seed)
            var configuration = GestureConfiguration()
            configuration.maxHold = random.number(3...8)
            configuration.smoothing = random.chance(0.5) ? 3 : 0
            var axes = ["free", "slow"].map { AxisConfiguration(name: $0) }
            axes[1].slew = 1
            var drive = DriveConfiguration()
            (drive.left, drive.right) = (["pwmchip0:0", "a", "b"], ["pwmchip0:1", "c", "d"])
            (drive.ramp, drive.maxOn) = (random.chance(0.5) ? 0.5 : 0, random.number(2...12))
            device = Switch(OutputSettings(outputs: drive.parts.outputs, axes: axes + drive.parts.axes), configuration)
        }

        mutating func go(to place: Double, speed: Double) {
            while abs(left - place) > 1e-9 {
                left += max(-speed / 30, min(speed / 30, place - left))
                sample()
            }
        }

        mutating func stay(_ seconds: Double) { for _ in 0..<Int(seconds * 30) { sample() } }

        mutating func sample(after seconds: Double = 1 / 30) {
            time += seconds
            let seen = left + random.number(-0.01...0.01)
            let head = HeadPointer(position: HeadPoint(320 + 70 * seen, 229), interocularDistance: 70, leftward: HeadPoint(1, 0))
            device.act(.sample(HeadSample(time: time, head: isHidden ? nil : head, angles: HeadAngles(yaw: seen * 47.7, pitch: 0))))
            let lines = device.outputs.outputValues.filter { $0.isOn }.map { $0.name }
            if !Set(["drive-left-forward", "drive-right-back"]).isDisjoint(with: lines) { toRight.append("\(lines) at \(time) s, the head at \(left)") }
            for axis in device.outputs.axisValues {
                let value = axis.name == "drive-left" ? -axis.value : axis.value  // the robot turns left by its right wheel forward and its left one back
                if value > 0 { toLeft += 1 }
                if axis.name.hasPrefix("drive"), value > 0 { turned += 1 }
                if value < 0 { toRight.append("\(axis.name) \(axis.value) at \(time) s, the head at \(left)") }
            }
        }

        mutating func turn() {
            go(to: random.number(0.12...0.7), speed: random.number(0.2...3))
            stay(random.number(0.2...12))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                isHidden = true
                stay(random.number(0.1...6))
                isHidden = false
            case 1:
                device.act(.pause(time))
                stay(random.number(0.5...8))
                device.act(.resume(time))
            case 2: sample(after: random.number(0.3...6))
            case 3: device.act(.interrupt(time))
            case 4: go(to: random.number(left...0.9), speed: random.number(0.2...3))  // halfway back would count as back
            default: break
            }
            stay(random.number(0.2...12))
            isHidden = random.chance(0.1)
            go(to: -0.04, speed: random.number(0.1...3))
            isHidden = false
            go(to: 0, speed: 0.5)
            stay(random.number(4...8))
        }
    }

    @Test("neither an axis nor a robot's wheel turns to the right for a head that turns to the left and comes back, whatever hindered it meanwhile", arguments: 1...8)
    func oneSided(seed: Int) {
        var person = OneSided(seed)
        person.stay(4)
        for _ in 0..<60 { person.turn() }
        #expect(person.toRight.isEmpty, "\(person.toRight.count): \(person.toRight.prefix(3))")
        #expect(person.toLeft > 500 && person.turned > 200, "\(person.toLeft) \(person.turned)")
    }
}
