import Settings

/// The outputs and axes that the section stands for. They are like any others, so that all that is safe about those holds for them.
extension DriveConfiguration {
    /// The beginning of their names.
    package static let prefix = "drive-"

    package var parts: OutputSettings {
        var parts = OutputSettings()
        if let left = Motor(left), let right = Motor(right) {
            add(left, "left", Wheel(turn: -turn / 100), to: &parts)
            add(right, "right", Wheel(turn: turn / 100), to: &parts)
        } else if let motor = Motor(motor), !servo.isEmpty {
            add(motor, "motor", Wheel(turn: 0), to: &parts)
            var steer = axis("servo")
            steer.direction = .horizontal
            (steer.isReversed, steer.pwm.name) = (servoIsReversed, servo)
            if ramp > 0 { steer.slew = 0.5 / ramp }
            parts.axes.append(steer)
        } else {
            return parts
        }
        if !standby.isEmpty {
            var line = output("standby", standby)
            line.state = .ready
            parts.outputs.append(line)
        }
        return parts
    }

    private struct Motor {
        let pwm: String, forward: String, back: String

        init?(_ places: [String]) {
            guard places.count == 3, !places.contains("") else { return nil }
            (pwm, forward, back) = (places[0], places[1], places[2])
        }
    }

    private func add(_ motor: Motor, _ key: String, _ wheel: Wheel, to parts: inout OutputSettings) {
        var speed = axis(key)
        speed.direction = .vertical
        speed.wheel = wheel
        speed.pwm.name = motor.pwm
        speed.pwm.preset = .motor
        // The lines say which way it turns: the pulse is as long for both.
        speed.pwm.high = PWMAxis.Pulses.motor.high * 1e6
        speed.pwm.low = speed.pwm.high
        (speed.least, speed.most, speed.leastBack, speed.mostBack) = (least, most, leastBack, mostBack)
        if ramp > 0 { speed.slew = 0.5 / ramp }
        parts.axes.append(speed)
        for (name, line, way) in [("forward", motor.forward, 1), ("back", motor.back, -1)] {
            var output = output(key, line, suffix: "-" + name)
            output.way = WheelWay(axis: speed.name, way: way)
            output.action = .level
            (output.interlock, output.deadTime, output.maxOn) = (speed.name, deadTime, maxOn)
            parts.outputs.append(output)
        }
    }

    private func axis(_ key: String) -> AxisConfiguration {
        var axis = AxisConfiguration(name: Self.prefix + key)
        (axis.driveKey, axis.deadZone, axis.accelerationZone, axis.expo) = (key, deadZone, accelerationZone, expo)
        return axis
    }

    private func output(_ key: String, _ line: String, suffix: String = "") -> OutputConfiguration {
        var output = OutputConfiguration(name: Self.prefix + key + suffix)
        output.driveKey = key
        (output.line.name, output.line.bias) = (line, .pullDown)
        return output
    }
}
