import Wire

/// The latest figures and faults of a running appliance, taken from its events, for `status`.
struct RunningState {
    private static let mostFaults = 8

    private(set) var stats: ApplianceEvent.Stats?
    /// The latest ones, oldest first.
    private(set) var faults: [StatusReply.Fault] = []
    var figures = RunningFigures()

    mutating func hear(_ event: ApplianceEvent, at now: Double) {
        figures.hear(event, at: now)
        switch event {
        case .stats(let stats): self.stats = stats
        case .fault(let time, let code, let detail):
            if faults.count == Self.mostFaults { faults.removeFirst() }
            faults.append(StatusReply.Fault(t: time, what: code.rawValue, detail: detail))
        default: break
        }
    }
}
