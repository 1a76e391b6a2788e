// What a running appliance remembers of itself, for those who ask.

/// The last figures and faults, taken from the events as they pass.
struct RunningState {
    private static let mostFaults = 8

    private(set) var stats: ApplianceEvent.Stats?
    /// The last ones, oldest first.
    private(set) var faults: [StatusReply.Fault] = []

    mutating func hear(_ event: ApplianceEvent) {
        switch event {
        case .stats(let stats): self.stats = stats
        case .fault(let time, let code, let detail):
            if faults.count == Self.mostFaults { faults.removeFirst() }
            faults.append(StatusReply.Fault(t: time, what: code.rawValue, detail: detail))
        default: break
        }
    }
}
