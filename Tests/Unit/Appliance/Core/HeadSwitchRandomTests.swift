import Appliance
import Gestures
import GestureSupport
import Outputs
import Testing

@Suite("A switch under random input")
struct HeadSwitchRandomTests {
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
            if case .configure(var gestures) = input {
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
            } else {
                inputs.apply(input, to: &headSwitch, hear)
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
