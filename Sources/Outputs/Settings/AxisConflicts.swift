// What makes no sense in one axis.
import Gestures
import Platform
import Settings

extension AxisConfiguration {
    /// What is wrong with it beyond the ranges of its keys.
    package func conflicts(_ gestures: GestureConfiguration) -> [Conflict] { driveConflicts(gestures) + targetConflicts + pulseConflicts }

    private func driveConflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        var conflicts: [Conflict] = []
        for (key, gesture) in [("while", hold.map(Gesture.hold)), ("attach", attach), ("detach", detach)] {
            if let never = gesture.flatMap(gestures.whyNever) { conflicts.append((key, never)) }
        }
        if let attach, detach == nil {
            conflicts.append(("attach", "\"\(attach)\" begins what nothing ends; expected detach, which may be the same gesture"))
        }
        if attach == nil, let detach {
            conflicts.append(("detach", "\"\(detach)\" ends what nothing begins again; expected attach, which may be the same gesture"))
        }
        return conflicts
    }

    private var targetConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        let named = [("pwm", pwm), ("pointer", pointer.rawValue), ("gamepad", gamepad.rawValue), ("usb", usb.rawValue)]
            .filter { !$0.1.isEmpty }.map(\.0)
        if let second = named.dropFirst().first {
            conflicts.append((second, "stands beside \(named[0]); expected one of pwm, pointer, gamepad and usb"))
        }
        if !pwm.isEmpty, channel == nil {
            conflicts.append(("pwm", "\(pwm.quoted) is no channel; expected chip and number, for example \"pwmchip0:1\""))
        }
        if !pwm.isEmpty || gamepad != .none, maxSpeed != AxisConfiguration(name: "").maxSpeed {
            conflicts.append(("max_speed", "counts the steps of a pointer or wheel, and the axis has none; for less of a PWM use "
                + "low and high"))
        }
        return conflicts
    }

    private var pulseConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        let standard = AxisConfiguration(name: "")
        let keys = [("preset", preset != standard.preset), ("frequency", frequency > 0), ("low", low > 0), ("middle", middle > 0),
                    ("high", high > 0)]
        if pwm.isEmpty {
            for (key, isSet) in keys where isSet { conflicts.append((key, "is for a PWM channel; expected pwm beside it")) }
            return conflicts
        }
        let pulses = pulses
        func micros(_ seconds: Double) -> String { "\((seconds * 1e7).rounded() / 10)" + " µs" }
        if pulses.high > pulses.period * (1 + 1e-9) {
            conflicts.append((high > 0 ? "high" : "frequency", "a pulse of \(micros(pulses.high)) does not fit into a period of "
                + "\(micros(pulses.period)); expected a shorter pulse or a lower frequency"))
        }
        // A motor may turn for both sides; a line beside it says which way.
        if pulses.middle > pulses.high || preset == .servo && pulses.low > pulses.middle {
            conflicts.append((middle > 0 ? "middle" : low > 0 ? "low" : "high", "low, middle and high are \(micros(pulses.low)), "
                + "\(micros(pulses.middle)) and \(micros(pulses.high)); expected them to rise. reversed = true changes the sides"))
        }
        if pulses.low > pulses.period * (1 + 1e-9) {
            conflicts.append(("low", "a pulse of \(micros(pulses.low)) does not fit into a period of \(micros(pulses.period)); "
                + "expected a shorter pulse or a lower frequency"))
        }
        return conflicts
    }

    /// Chip and channel of `pwm`, where it is one.
    var channel: (chip: String, number: Int)? {
        let parts = pwm.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/" as Character), let number = Int(parts[1]), number >= 0
        else { return nil }
        return (String(parts[0]), number)
    }

    /// What the channel gives.
    var pulses: PWMAxis.Pulses {
        var pulses = preset == .servo ? PWMAxis.Pulses.servo : .motor
        if frequency > 0 {
            // A motor's widths are parts of its period.
            if preset == .motor { pulses.high = 1 / frequency }
            pulses.period = 1 / frequency
        }
        if low > 0 { pulses.low = low * 1e-6 }
        if middle > 0 { pulses.middle = middle * 1e-6 }
        if high > 0 { pulses.high = high * 1e-6 }
        return pulses
    }
}
