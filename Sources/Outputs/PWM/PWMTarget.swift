import Platform
import Settings

/// A servo or a motor on a PWM channel.
package struct PWMTarget: AxisTarget {
    /// The kind of device on the channel.
    package enum Preset: String, CaseIterable, Sendable {
        case servo, motor
    }

    package static let key = "pwm"
    package static let keys: [ConfigurationKey<AxisConfiguration>] = [
        .init(key, .text(\.pwm.name), "a channel of /sys/class/pwm, for example \"pwmchip0:1\"."),
        .init("preset", .word(\.pwm.preset), """
            of a channel: "servo": 50 pulses a second of 1 to 2 ms, 1.5 ms at rest. "motor": 20 kHz, from never on to always on, one
            way only; for both ways use [drive].
            """, misplaced: channelOnly),
        .init("frequency", .number(0...50000, unit: "Hz", \.pwm.frequency), "of a channel, in place of the preset's.",
              without: "the preset's, as with 0", misplaced: channelOnly),
        .init("low", .number(0...20000, unit: "µs", \.pwm.low), """
            the pulse's length at one end, at rest, and at the other end.
            """, without: "the preset's, as with 0", misplaced: channelOnly),
        .init("middle", .number(0...20000, unit: "µs", \.pwm.middle), .asAbove, without: "the preset's, as with 0", misplaced: channelOnly),
        .init("high", .number(0...20000, unit: "µs", \.pwm.high), .asAbove, without: "the preset's, as with 0", misplaced: channelOnly),
        .init("hysteresis", .number(0...50, unit: "µs", \.pwm.hysteresis), "a servo keeps a pulse that is wrong by less, and does not buzz.", misplaced: {
            $0.pwm.isNamed && $0.pwm.preset == .servo ? nil : "is for a servo on a PWM channel"
        }),
    ]

    /// Chip and channel, for example "pwmchip0:1".
    package var name = ""
    package var preset = Preset.servo
    /// In Hz; 0 for the preset's.
    package var frequency = 0.0
    /// The pulse's width at one end, at rest and at the other end, in µs; 0 for the preset's.
    package var low = 0.0
    package var middle = 0.0
    package var high = 0.0
    /// In µs.
    package var hysteresis = 10.0

    package init() {}

    package var place: String { name }
    package var hasSteps: Bool { false }

    package func device(_ factory: DeviceFactory) throws(OutputError) -> (any AxisDevice)? {
        try PWMAxis(PWMChannel.Address(configured: name), pulses: pulses)
    }

    /// The pulses in use.
    package var pulses: PWMAxis.Pulses {
        var pulses = preset == .servo ? PWMAxis.Pulses.servo : .motor
        if frequency > 0 {
            // A motor's pulse widths are fractions of its period.
            if preset == .motor { pulses.high = 1 / frequency }
            pulses.period = 1 / frequency
        }
        if low > 0 { pulses.low = low * 1e-6 }
        if middle > 0 { pulses.middle = middle * 1e-6 }
        if high > 0 { pulses.high = high * 1e-6 }
        if preset == .servo { pulses.hysteresis = hysteresis * 1e-6 }
        return pulses
    }
}

extension AxisConfiguration {
    package var pwm: PWMTarget {
        get { self[PWMTarget.self] }
        set { self[PWMTarget.self] = newValue }
    }
}

// MARK: - Checks

extension PWMTarget {
    package func conflicts(in axis: AxisConfiguration) -> [Conflict] {
        isNamed ? PWMChannel.Address.conflicts(name, of: Self.key) + pulseConflicts : []
    }

    /// The refusal of a key that needs a channel.
    @Sendable private static func channelOnly(_ axis: AxisConfiguration) -> String? {
        axis.pwm.isNamed ? nil : "is for a PWM channel; expected pwm as well"
    }

    private var pulseConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        let pulses = pulses
        func micros(_ seconds: Double) -> String { "\((seconds * 1e7).rounded() / 10)" + " µs" }
        if pulses.high > pulses.period * (1 + 1e-9) {
            conflicts.append((high > 0 ? "high" : "frequency", "a pulse of \(micros(pulses.high)) does not fit into a period of "
                + "\(micros(pulses.period)); expected a shorter pulse or a lower frequency"))
        }
        // A motor may turn in both directions; an output on a line gives the direction.
        if pulses.middle > pulses.high || preset == .servo && pulses.low > pulses.middle {
            conflicts.append((middle > 0 ? "middle" : low > 0 ? "low" : "high", "low, middle and high are \(micros(pulses.low)), "
                + "\(micros(pulses.middle)) and \(micros(pulses.high)); expected them to rise. reversed = true swaps the sides"))
        }
        if pulses.low > pulses.period * (1 + 1e-9) {
            conflicts.append(("low", "a pulse of \(micros(pulses.low)) does not fit into a period of \(micros(pulses.period)); "
                + "expected a shorter pulse or a lower frequency"))
        }
        return conflicts
    }
}
