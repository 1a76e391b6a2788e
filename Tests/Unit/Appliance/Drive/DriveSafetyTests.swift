import Appliance
import Gestures
import GestureSupport
import Outputs
import Pipeline
import Testing
import TestSupport

/// A whole switch with `[drive]`: a head, its recogniser and the motors.
@Suite("A drive comes to rest")
struct DriveSafetyTests {
    private static let two = "[drive]\nleft = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\nright = [\"pwmchip0:1\", \"GPIO5\", \"GPIO6\"]\nstandby = \"GPIO25\"\n"
    private static let car = "[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\nservo = \"pwmchip0:1\"\n"
    /// With a ramp that is not over when something ends the drive.
    private static let slow = two + "ramp = 3\n"

    /// What the motors are told.
    private struct Motors {
        let names: [String]
        var lines: [String: Bool] = [:]
        var speeds: [String: Double] = [:]
        private var offAt: [String: Double] = [:]
        private(set) var complaints: [String] = []
        private(set) var ways: Set<String> = []

        init(_ configuration: Configuration) { names = configuration.axes.filter { $0.wheel != nil }.map(\.name) }

        /// Hears every change in the order in which the devices get it.
        mutating func hear(_ event: ApplianceEvent) {
            switch event {
            case .axis(let change) where names.contains(change.name):
                speeds[change.name] = change.value
                guard change.value != 0 else { return }
                let line = change.name + (change.value > 0 ? "-forward" : "-back")
                ways.insert(line)
                if lines[line] != true { complain("\(change.name) turns at \(change.value) without its line", change.time) }
            case .line(let change):
                guard let motor = names.first(where: { change.name.hasPrefix($0 + "-") }) else { return }
                lines[change.name] = change.value
                guard change.value else {
                    offAt[change.name] = change.time
                    return
                }
                let other = motor + (change.name.hasSuffix("-back") ? "-forward" : "-back")
                if lines[other] == true { complain("both directions of \(motor)", change.time) }
                if change.time - (offAt[other] ?? -.infinity) < 0.3 - 1e-6 { complain("\(change.name) within the dead time", change.time) }
                if speeds[motor, default: 0] != 0 { complain("\(change.name) goes on while it gets pulses", change.time) }
            default: break
            }
        }

        mutating func complain(_ what: String, _ time: Double) { complaints.append("\(what) at \(time)") }

        /// The motors that a line or pulses turn.
        var turning: [String] { lines.filter(\.value).keys.sorted() + speeds.filter { $0.value != 0 }.keys.sorted() }
    }

    // MARK: - One fault at a time

    /// A head before the switch, in 30 frames a second, with the loop's turns between them.
    private final class Run {
        var headSwitch: HeadSwitch, motors: Motors, time = 0.0
        let configuration: Configuration
        private var head = HeadOffset(left: 0, up: 0), number = 0.0

        init(_ text: String) throws {
            configuration = try Configuration.read(text: text + "[gestures]\ndiscrete = false\nnod = false\nshake = false\n", file: "f")
            headSwitch = try HeadSwitch(configuration)
            motors = Motors(configuration)
        }

        func hear(_ event: ApplianceEvent) { motors.hear(event) }

        /// Frames for some seconds, in which the head goes somewhere and stays.
        func look(_ seconds: Double, left: Double = 0, up: Double = 0, isSeen: Bool = true, check: () -> Void = {}) {
            for _ in 0..<Int((seconds * 30).rounded()) {
                head = HeadOffset(left: head.left + 0.3 * (left - head.left), up: head.up + 0.3 * (up - head.up))
                wait(1.0 / 30, check)
                headSwitch.process(isSeen ? face : nil, at: time, hear)
                check()
            }
        }

        /// Time without frames.
        func wait(_ seconds: Double, _ check: () -> Void = {}) {
            let end = time + seconds
            while time < end - 1e-9 {
                time = min(end, time + 0.01)
                headSwitch.advance(to: time, hear)
                check()
            }
        }

        private var face: Face {
            number += 1
            let sway = 0.2 * number.truncatingRemainder(dividingBy: 3), x = 320 + 70 * head.left + sway, y = 229 - 70 * head.up
            return Face(points: FacePoints(rightEye: PicturePoint(x - 35, y - 29), leftEye: PicturePoint(x + 35, y - 29), mouth: PicturePoint(x, y + 46),
                                           noseTip: PicturePoint(x, y)),
                        pose: HeadPose(yaw: head.left * 47, pitch: head.up * 47, roll: 0), shape: nil, confidence: 1)
        }
    }

    private enum Fault: String, CaseIterable {
        case faceLost, framesStop, stop, enableReleased, pause, restMeasuredAnew, question, cameraFails, deadMan, letGo, otherPerson, otherConfiguration

        /// Within so many seconds the motors are at rest; 0 for at once.
        var bound: Double { self == .faceLost ? 0.3 : self == .framesStop ? 0.5 : 0 }

        func happen(to run: Run) throws {
            let time = run.time
            switch self {
            case .faceLost, .framesStop: break
            case .stop: run.headSwitch.stop(by: "a test", at: time, run.hear)
            case .enableReleased: run.headSwitch.enable(false, at: time, run.hear)
            case .pause: run.headSwitch.togglePause(at: time, run.hear)
            case .restMeasuredAnew: run.headSwitch.calibrate(at: time, run.hear)
            case .question: run.headSwitch.ask(at: time, timeout: 30, run.hear)
            case .cameraFails: run.headSwitch.loseView(at: time, run.hear)
            case .deadMan:
                run.headSwitch.outputs.makeSafe(at: time)
                run.headSwitch.outputs.takeChanges { run.motors.hear(ApplianceEvent($0)) }
            case .letGo: run.headSwitch.letGo(at: time, run.hear)
            case .otherPerson: run.headSwitch.recognise(PersonGate(only: ["anna"], acceptsUnknown: false), at: time, run.hear)
            case .otherConfiguration: _ = try run.headSwitch.adopt(run.configuration, insteadOf: run.configuration, at: time, run.hear)
            }
        }

        func end(for run: Run) {
            let time = run.time
            switch self {
            case .stop: run.headSwitch.release(by: "a test", at: time, run.hear)
            case .enableReleased: run.headSwitch.enable(true, at: time, run.hear)
            case .pause: run.headSwitch.togglePause(at: time, run.hear)
            case .question: run.headSwitch.withdraw(at: time, run.hear)
            case .deadMan: run.headSwitch.outputs.unbar()
            case .otherPerson: run.headSwitch.recognise(nil, at: time, run.hear)
            default: break
            }
        }
    }

    @Test("whatever ends a drive, its motors are at rest within the bound, stay so while the head stays, and drive again after the middle", arguments:
        Fault.allCases.map(\.rawValue), [two, car, slow])
    func ends(name: String, text: String) throws {
        let fault = try #require(Fault(rawValue: name)), run = try Run(text)
        run.look(3)
        run.look(2, left: 0.2, up: 0.5)
        let driving = run.motors.turning
        #expect(driving.contains { $0.hasSuffix("-forward") } && driving.contains { run.motors.names.contains($0) }, "\(driving)")
        #expect(text != Self.slow || run.motors.speeds.values.allSatisfy { $0 < 0.8 }, "the ramp goes on: \(run.motors.speeds)")
        try fault.happen(to: run)
        let since = run.time
        var restAt = run.motors.turning.isEmpty ? since : nil, again: [String] = []
        let check = {
            if run.motors.turning.isEmpty { restAt = restAt ?? run.time } else if restAt != nil { again += run.motors.turning + ["\(run.time)"] }
        }
        if fault == .framesStop { run.wait(1, check) } else { run.look(1, left: 0.2, up: 0.5, isSeen: fault != .faceLost, check: check) }
        #expect(try #require(restAt) - since <= fault.bound + 1e-6)
        run.look(2, left: 0.2, up: 0.5, check: check)
        fault.end(for: run)
        run.look(2, left: 0.2, up: 0.5, check: check)
        #expect(again.isEmpty, "\(again.prefix(4))")
        run.look(fault == .restMeasuredAnew ? 0.5 : 4)
        if fault == .restMeasuredAnew {  // its rest is where the head was then, until somebody asks again
            try fault.happen(to: run)
            run.look(4)
        }
        run.look(3, up: 0.5)
        #expect(run.motors.names.allSatisfy { run.motors.turning.contains($0 + "-forward") && run.motors.speeds[$0, default: 0] > 0.5 }, "\(run.motors.turning)")
        #expect(run.motors.complaints.isEmpty, "\(run.motors.complaints.prefix(3))")
    }

    @Test("the head may look aside first and then up, or both at once, to drive a curve; a motor starts softly and the other way only after a rest")
    func curves() throws {
        let run = try Run(Self.two)
        run.look(3)
        for path in [[(0.5, 0.0), (0.25, 0.5)], [(0.25, 0.5)], [(0, 0.5), (0.25, 0.5)]] {
            for (left, up) in path { run.look(1.5, left: left, up: up) }
            let (left, right) = (run.motors.speeds["drive-left", default: 0], run.motors.speeds["drive-right", default: 0])
            #expect(right > 0.9 && left > 0 && left < right - 0.3, "\(path): \(left), \(right)")
            run.look(2)
            #expect(run.motors.turning.isEmpty)
        }
        run.look(0.5, up: 0.5)
        var fastest = 0.0, last = run.motors.speeds["drive-left", default: 0]
        run.look(3, up: -0.5) {
            let speed = run.motors.speeds["drive-left", default: 0]
            (fastest, last) = (max(fastest, (speed - last).magnitude), speed)
        }
        #expect(last < -0.9 && fastest < 0.1, "the ramp is half a second: \(fastest) in a frame")
        #expect(run.motors.complaints.isEmpty, "\(run.motors.complaints.prefix(3))")
    }

    @Test("a motor gets pulses between the least and the greatest speed of its way, and none at rest")
    func limits() throws {
        let run = try Run(Self.two + "least = 30\nmost = 60\nmost_back = 40\nexpo = 50\n")
        run.look(3)
        var speeds: [Double] = []
        for (seconds, left, up) in [(2.0, 0.0, 0.5), (2, 0, 0), (2, 0, -0.5), (2, 0.2, 0.2), (2, 0, 0)] {
            run.look(seconds, left: left, up: up) { speeds += run.motors.speeds.values.filter { $0 != 0 } }
        }
        let (ahead, back) = (speeds.filter { $0 > 0 }, speeds.filter { $0 < 0 })
        #expect(ahead.allSatisfy { (0.3...0.6 + 1e-9).contains($0) } && back.allSatisfy { (-0.4 - 1e-9 ... -0.3).contains($0) })
        #expect(abs((ahead.max() ?? 0) - 0.6) < 1e-9 && abs((back.min() ?? 0) + 0.4) < 1e-9 && run.motors.turning.isEmpty)
        #expect(run.motors.complaints.isEmpty, "\(run.motors.complaints.prefix(3))")
    }

    // MARK: - Everything at random

    @Test("never both directions of a motor, never another direction while it gets pulses, and no motor turns while stopped, not enabled, paused or lost",
          arguments: 1...6)
    func random(seed: Int) throws {
        var inputs = RandomInputs(seed, clock: false), random = SplitMix64(seed)
        var configuration = try Configuration.read(text: seed % 3 == 0 ? Self.car : Self.two, file: "f")
        configuration.gestures = inputs.configuration
        configuration.gestures.maxHold = 4
        var headSwitch = try HeadSwitch(configuration), motors = Motors(configuration), turned = 0, complaints: [String] = []
        func hear(_ event: ApplianceEvent) { motors.hear(event) }
        while inputs.time < 600, complaints.count < 5 {
            let input = inputs.next()
            if case .configure(var gestures) = input {
                gestures.maxHold = 4
                var new = configuration
                new.gestures = gestures
                _ = try headSwitch.adopt(new, insteadOf: configuration, at: inputs.stamp, hear)
                configuration = new
            } else {
                inputs.apply(input, to: &headSwitch, hear)
            }
            if random.chance(0.002) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: headSwitch.stop(by: "a test", at: inputs.stamp, hear)
                case 1: headSwitch.enable(false, at: inputs.stamp, hear)
                case 2: headSwitch.outputs.makeSafe(at: inputs.stamp)
                default: headSwitch.outputs.makeAllSafe(at: inputs.stamp)
                }
                headSwitch.outputs.takeChanges { motors.hear(ApplianceEvent($0)) }
            }
            if random.chance(0.01) {
                headSwitch.release(by: "a test", at: inputs.stamp, hear)
                headSwitch.enable(true, at: inputs.stamp, hear)
                headSwitch.outputs.unbar()
            }
            let turning = motors.turning
            if !turning.isEmpty { turned += 1 }
            let recognizer = headSwitch.recognizer
            if !turning.isEmpty, recognizer.offset == nil || recognizer.isPaused || recognizer.isCalibrating || recognizer.armedUntil != nil || headSwitch.halt.isOn {
                complaints.append("\(turning) after \(input)")
            }
            let values = Dictionary(headSwitch.outputs.axisValues.map { ($0.name, $0.value) }) { first, _ in first }
            for name in motors.names where values[name] != motors.speeds[name, default: 0] { complaints.append("\(name) is untold") }
        }
        #expect(complaints.isEmpty && motors.complaints.isEmpty, "\(complaints.prefix(3)) \(motors.complaints.prefix(3))")
        #expect(turned > 200 && motors.ways.count == (seed % 3 == 0 ? 2 : 4), "\(turned) \(motors.ways)")
    }
}
