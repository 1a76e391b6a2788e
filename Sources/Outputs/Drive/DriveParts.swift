import Settings

/// The outputs and axes that `[drive]` stands for. They are like any others, so that all that is safe about those holds for them.
struct DriveParts {
    /// The beginning of their names.
    static let prefix = "drive-"

    private(set) var settings = OutputSettings()
    private let drive: DriveConfiguration

    init(_ drive: DriveConfiguration) {
        self.drive = drive
        if let left = Motor(drive.left), let right = Motor(drive.right) {
            add(left, "left", Wheel(turn: -drive.turn / 100))
            add(right, "right", Wheel(turn: drive.turn / 100))
        } else if let motor = Motor(drive.motor), !drive.servo.isEmpty {
            add(motor, "motor", Wheel(turn: 0))
            var steer = axis("servo")
            steer.direction = .horizontal
            (steer.isReversed, steer.pwm.name) = (drive.servoIsReversed, drive.servo)
            if drive.ramp > 0 { steer.slew = 0.5 / drive.ramp }
            settings.axes.append(steer)
        } else {
            return
        }
        if !drive.standby.isEmpty {
            var line = output("standby", drive.standby)
            line.state = .ready
            settings.outputs.append(line)
        }
    }

    private struct Motor {
        let pwm: String, forward: String, back: String

        init?(_ places: [String]) {
            guard places.count == 3, !places.contains("") else { return nil }
            (pwm, forward, back) = (places[0], places[1], places[2])
        }
    }

    private mutating func add(_ motor: Motor, _ key: String, _ wheel: Wheel) {
        var speed = axis(key)
        speed.direction = .vertical
        speed.wheel = wheel
        speed.pwm.name = motor.pwm
        speed.pwm.preset = .motor
        // The lines say which way it turns: the pulse is as long for both.
        speed.pwm.high = PWMAxis.Pulses.motor.high * 1e6
        speed.pwm.low = speed.pwm.high
        (speed.least, speed.most, speed.leastBack, speed.mostBack) = (drive.least, drive.most, drive.leastBack, drive.mostBack)
        if drive.ramp > 0 { speed.slew = 0.5 / drive.ramp }
        settings.axes.append(speed)
        for (name, line, way) in [("forward", motor.forward, 1), ("back", motor.back, -1)] {
            var output = output(key, line, suffix: "-" + name)
            output.way = WheelWay(axis: speed.name, way: way)
            output.action = .level
            (output.interlock, output.deadTime, output.maxOn) = (speed.name, drive.deadTime, drive.maxOn)
            settings.outputs.append(output)
        }
    }

    private func axis(_ key: String) -> AxisConfiguration {
        var axis = AxisConfiguration(name: Self.prefix + key)
        (axis.driveKey, axis.deadZone, axis.accelerationZone, axis.expo) = (key, drive.deadZone, drive.accelerationZone, drive.expo)
        return axis
    }

    private func output(_ key: String, _ line: String, suffix: String = "") -> OutputConfiguration {
        var output = OutputConfiguration(name: Self.prefix + key + suffix)
        output.driveKey = key
        (output.line.name, output.line.bias) = (line, .pullDown)
        return output
    }
}
