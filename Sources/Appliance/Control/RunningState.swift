// What a running appliance remembers of itself, for those who ask.

/// The last figures and faults, and how the outputs stand: taken from the events as they pass.
struct RunningState {
    private static let mostFaults = 8

    private(set) var stats: ApplianceEvent.Stats?
    /// By name; switched as gestures say, whether or not a device follows.
    private(set) var outputs: [(name: String, isOn: Bool)]
    /// Where the axes stand, -1 to 1.
    private(set) var axes: [(name: String, value: Double)]
    /// The last ones, oldest first.
    private(set) var faults: [(time: Double, what: String, detail: String)] = []

    init(_ configuration: Configuration) {
        outputs = configuration.outputs.map { ($0.name, $0.safe) }
        axes = configuration.axes.map { ($0.name, 0) }
    }

    /// Another configuration's outputs; all are safe.
    mutating func adopt(_ configuration: Configuration) {
        let new = RunningState(configuration)
        outputs = new.outputs
        axes = new.axes
    }

    mutating func hear(_ event: ApplianceEvent) {
        switch event {
        case .line(let change):
            if let place = outputs.firstIndex(where: { $0.name == change.name }) { outputs[place].isOn = change.value }
        case .axis(let change):
            if let place = axes.firstIndex(where: { $0.name == change.name }) { axes[place].value = change.value }
        case .stats(let stats): self.stats = stats
        case .fault(let time, let what, let detail):
            if faults.count == Self.mostFaults { faults.removeFirst() }
            faults.append((time, what, detail))
        default: break
        }
    }
}
