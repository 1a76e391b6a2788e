import Platform
import Settings

extension DriveConfiguration {
    /// The conflicts beyond the ranges of single keys.
    /// - Parameter names: of the outputs and axes that the file names.
    package func conflicts(besides names: [String]) -> [Conflict] {
        var conflicts: [Conflict] = []
        for (key, places) in [("left", left), ("right", right), ("motor", motor)] where !places.isEmpty {
            if places.count != 3 || places.contains("") {
                conflicts.append((key, "has \(places.count) parts; expected three: the PWM channel, and the lines for forward and back, for example "
                    + "[\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]"))
            } else {
                conflicts += PWMChannel.Address.conflicts(places[0], of: key)
            }
        }
        if !servo.isEmpty { conflicts += PWMChannel.Address.conflicts(servo, of: "servo") }
        if !left.isEmpty || !right.isEmpty, !motor.isEmpty || !servo.isEmpty {
            conflicts.append((motor.isEmpty ? "servo" : "motor", "cannot be combined with left and right; expected two motors, or a motor and a servo"))
        } else if left.isEmpty != right.isEmpty {
            conflicts.append((left.isEmpty ? "right" : "left", "is one motor of two; expected \(left.isEmpty ? "left" : "right") as well, or motor and servo"))
        } else if motor.isEmpty != servo.isEmpty {
            conflicts.append((motor.isEmpty ? "servo" : "motor", "needs \(motor.isEmpty ? "motor" : "servo") as well; for two motors use left and right"))
        }
        if maxOn < ramp { conflicts.append(("max_on", "\(maxOn.shortest) is less than ramp, which is \(ramp.shortest); expected more")) }
        var limits = AxisConfiguration(name: "")
        (limits.least, limits.most, limits.leastBack, limits.mostBack) = (least, most, leastBack, mostBack)
        conflicts += limits.curveConflicts
        let own = parts, taken = own.outputs.map(\.name) + own.axes.map(\.name)
        for name in names where taken.contains(name) {
            conflicts.append((isOn && left.isEmpty ? "motor" : "left", "makes an output or axis of the name \(name.quoted), which the file has too; expected another name there"))
        }
        return conflicts
    }
}
