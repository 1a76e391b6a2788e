import Outputs
import Platform

/// Examines the configured PWM channels: whether they exist, and who has them.
package struct PWMExamination {
    package let findings: [Finding]

    /// - Parameters:
    ///   - isRunning: Nodline runs, so that channels in use are its own.
    ///   - root: /sys/class/pwm, or another folder in tests.
    package init(_ configuration: Configuration, isRunning: Bool, root: String = "/sys/class/pwm") {
        findings = configuration.axes.filter { !$0.pwm.name.isEmpty }.map { axis in
            let user = axis.entry, name = axis.pwm.name
            guard let address = PWMChannel.Address(name) else { return .fault("pwm", "\(user): \(name.quoted) is no channel", "expected for example \"pwmchip0:1\"") }
            let chips = SysfsFile.names(in: root), chip = "\(root)/\(address.chip)"
            guard chips.contains(address.chip) else {
                return .fault("pwm", "\(user): there is no \(address.chip)" + (chips.isEmpty ? "" : "; there are \(chips.joined(separator: ", "))"),
                              "switch hardware PWM on: hardware/boards.md says how")
            }
            if let count = SysfsFile.text(chip + "/npwm").flatMap({ Int($0) }), address.number >= count {
                return .fault("pwm", "\(user): \(address.chip) has \(count) channels, of which the first is 0", "choose another one")
            }
            let channel = "\(chip)/pwm\(address.number)"
            guard !SysfsFile.names(in: channel).isEmpty else { return .good("pwm", "\(user): \(name) is free") }
            if isRunning { return .good("pwm", "\(user): \(name) is driven by Nodline") }
            let pulses = SysfsFile.text(channel + "/enable") == "1" ? "gives pulses of \(SysfsFile.text(channel + "/duty_cycle") ?? "?") ns" : "gives no pulses"
            return .advice("pwm", "\(user): \(name) is exported by another program, or was left so, and \(pulses)",
                           "stop that program, then: echo \(address.number) | sudo tee \(chip)/unexport")
        }
    }
}
