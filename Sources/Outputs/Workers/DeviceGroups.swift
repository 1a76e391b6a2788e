/// The parts of a configuration whose devices must be switched in order: keys of one keyboard, and outputs of one interlock, where the next
/// may only go on when the last is really off. Every other device is a group of its own, so that a device that blocks delays only its own
/// group.
package struct DeviceGroups {
    /// The outputs and axes of each group; those without a target belong to none.
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
        for output in configuration.outputs {
            guard let target = output.target else { continue }
            let interlock = output.interlock.isEmpty ? [] : ["interlock \(output.interlock)"]
            join(Set(interlock + [target.sharedDevice ?? "output \(output.name)"])) { $0.outputs.append(output) }
        }
        for axis in configuration.axes {
            guard let target = axis.target else { continue }
            join([target.sharedDevice ?? "axis \(axis.name)"]) { $0.axes.append(axis) }
        }
        all = groups.map(\.part)
    }
}
