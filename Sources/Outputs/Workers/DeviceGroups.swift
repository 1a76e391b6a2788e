/// The parts of a configuration whose devices must be switched in order: keys of one keyboard, and outputs that an interlock
/// keeps apart, of which the next may only go on when the last is really off. Everything else is on its own, so that a device
/// that blocks holds up none but its group.
package struct DeviceGroups {
    /// Each with the outputs and axes of one group; those that work on nothing are in none.
    package let all: [OutputSettings]

    package init(_ configuration: OutputSettings) {
        var groups: [(bonds: Set<String>, part: OutputSettings)] = []
        func join(_ bonds: Set<String>, _ add: (inout OutputSettings) -> Void) {
            var group = (bonds: bonds, part: OutputSettings())
            for other in groups where !other.bonds.isDisjoint(with: bonds) {
                group.bonds.formUnion(other.bonds)
                group.part.outputs += other.part.outputs
                group.part.axes += other.part.axes
            }
            groups.removeAll { !$0.bonds.isDisjoint(with: bonds) }
            add(&group.part)
            groups.append(group)
        }
        for output in configuration.outputs where output.target != .none {
            let interlock = output.interlock.isEmpty ? [] : ["interlock \(output.interlock)"]
            join(Set(interlock + [output.target.device ?? "output \(output.name)"])) { $0.outputs.append(output) }
        }
        for axis in configuration.axes where axis.target != .none {
            join([axis.target.device ?? "axis \(axis.name)"]) { $0.axes.append(axis) }
        }
        all = groups.map(\.part)
    }
}

extension OutputConfiguration.Target {
    /// What it shares with other outputs and axes; `nil` where it has a device of its own.
    fileprivate var device: String? {
        switch self {
        case .none, .line, .led, .command: nil
        case .key(let word): KeyName(word)?.isGamepadButton == true ? "gamepad" : "keyboard and mouse"
        case .usb(let word): KeyName(word)?.isMouseButton == true ? "USB mouse" : "USB keyboard"
        }
    }
}

extension AxisConfiguration.Target {
    fileprivate var device: String? {
        switch self {
        case .none, .pwm: nil
        case .pointer: "keyboard and mouse"
        case .gamepad: "gamepad"
        case .usb: "USB mouse"
        }
    }
}
