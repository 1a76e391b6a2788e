import Appliance
import Outputs

/// What the two motors of `[drive]` are told.
package struct Wheels: Sendable {
    private var lines: Set<String> = [], pulses: [String: Double] = [:]

    package init() {}

    /// Hears the changes in the order in which the devices get them.
    package mutating func hear(_ event: ApplianceEvent) {
        switch event {
        case .line(let change): if change.value { lines.insert(change.name) } else { lines.remove(change.name) }
        case .axis(let change): pulses[change.name] = change.value
        default: break
        }
    }

    /// -1 to 1. A motor turns while it gets pulses and one of its lines is on.
    package var speeds: (left: Double, right: Double) { (speed("drive-left"), speed("drive-right")) }

    private func speed(_ motor: String) -> Double {
        guard let pulse = pulses[motor], pulse != 0 else { return 0 }
        return lines.contains(motor + (pulse > 0 ? "-forward" : "-back")) ? pulse : 0
    }
}
