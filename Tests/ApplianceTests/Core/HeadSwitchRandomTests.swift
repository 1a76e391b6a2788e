import Appliance
import ApplianceSupport
import Gestures
import GestureSupport
import Outputs
import Pipeline
import Testing

@Suite("A switch under random input")
struct HeadSwitchRandomTests {
    /// What a camera sees of the person.
    private static func face(_ inputs: inout RandomInputs) -> Face {
        let points = inputs.person.points(), person = inputs.person
        let shape = FaceShape(lips: 0.01 + person.mouth.value, rightLids: 0.3 - person.lids.value, leftLids: 0.3 - person.lids.value,
                              brows: 0.6 * (1 + person.brows.value), smile: 0.7 * (1 + person.smile.value), time: inputs.stamp)
        let nose = (points.leftEye + points.rightEye + points.mouth) / 3
        return Face(points: FacePoints(rightEye: points.rightEye, leftEye: points.leftEye, mouth: points.mouth, noseTip: nose),
                    pose: HeadPose(yaw: points.angles.yaw, pitch: points.angles.pitch, roll: person.tilt.value), shape: shape, confidence: 1)
    }

    @Test("what the outputs of a switch hold is what its recogniser holds, whatever it is asked for", arguments: 1...4)
    func same(seed: Int) throws {
        var inputs = RandomInputs(seed, clock: false), configuration = Configuration(), ledger = HoldLedger(), complaints: [String] = [], held = 0
        configuration.gestures = inputs.configuration
        configuration.gestures.gaze = GazeRules()
        configuration.gestures.maxHold = 4  // the outputs know it, and learn of another one with their next configuration
        configuration.outputs = HeadGesture.all.filter(\.isHold).map { gesture in
            var output = OutputConfiguration(name: "\(gesture)")
            (output.gestures, output.action, output.maxOn) = ([gesture], .level, 1000)
            return output
        }
        configuration.axes = [AxisConfiguration(name: "axis")]
        var headSwitch = try HeadSwitch(configuration)
        func hear(_ event: ApplianceEvent) { if case .gesture(let gesture) = event { ledger.hear(gesture) } }
        while inputs.time < 900, complaints.count < 5 {
            let input = inputs.next()
            switch input {
            case .sample(let sample): headSwitch.process(sample.head == nil ? nil : Self.face(&inputs), at: sample.time, hear)
            case .advance(let time) where time.isFinite: headSwitch.advance(to: time, hear)
            case .pause(let time) where !headSwitch.recognizer.isPaused && time.isFinite: headSwitch.togglePause(at: time, hear)
            case .resume(let time) where headSwitch.recognizer.isPaused: headSwitch.togglePause(at: time, hear)
            case .recalibrate(let time) where time.isFinite: headSwitch.recalibrate(at: time, hear)
            case .ask(let time, let timeout): headSwitch.ask(at: time, timeout: timeout, hear)
            case .withdraw(let time): headSwitch.withdraw(at: time, hear)
            case .interrupt(let time) where time.isFinite: headSwitch.loseView(at: time, hear)
            case .stop(let time) where time.isFinite: headSwitch.letGo(at: time, hear)
            case .center(let time):
                if let center = headSwitch.recognizer.calibrationCenter { headSwitch.setCalibrationCenter(center, at: time, hear) }
            case .dismiss(let time): headSwitch.recognise(PersonGate(only: ["anna"], acceptsUnknown: false), at: time, hear)
            case .admit: headSwitch.recognise(nil, at: inputs.stamp, hear)
            case .configure(var gestures):
                gestures.gaze = GazeRules()
                gestures.maxHold = 4
                var new = configuration
                new.gestures = gestures
                if inputs.time < 300 {
                    headSwitch.adopt(gestures)
                } else {
                    _ = try headSwitch.adopt(new, insteadOf: configuration, at: inputs.stamp, hear)
                }
                configuration = new
            default: break
            }
            ledger.check(headSwitch.recognizer)
            for (output, value) in zip(configuration.outputs, headSwitch.outputs.outputValues) {
                let isHeld = output.gestures.contains(where: headSwitch.recognizer.isHeld)
                if isHeld != value.isHeld { complaints.append("\(output.name) is \(value.isHeld ? "on" : "off") after \(input)") }
                if isHeld { held += 1 }
            }
            if headSwitch.outputs.isMoving, headSwitch.recognizer.offset == nil { complaints.append("the axis moves after \(input)") }
        }
        #expect(complaints.isEmpty && ledger.complaints.isEmpty, "\(complaints) \(ledger.complaints)")
        #expect(held > 1000)
    }
}
