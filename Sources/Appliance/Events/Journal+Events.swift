import Platform
import Wire

extension Journal {
    /// Events as entries of the journal: faults as errors, rates once they have settled and then once an hour, and frequent events of
    /// the head as details.
    package static func entries() -> (ApplianceEvent) -> JournalEntry? {
        var nextRates = 10.0
        return { event in
            if case .stats(let stats) = event {
                guard stats.time >= nextRates else { return nil }
                nextRates = stats.time + 3600
            }
            return event.journalEntry
        }
    }
}

extension ApplianceEvent {
    /// In words without the seconds, with fields by which `journalctl` finds it.
    fileprivate var journalEntry: JournalEntry? {
        guard let words else { return nil }
        let text = words.drop { $0 == " " }.drop { $0 != " " }.dropFirst(" s  ".count).drop { $0 == " " }
        let record = EventRecord(self)
        var gesture: String?, output: String?, value: String?, rule: String?, fault: String?
        if case .rejected(let rejected) = record.body { rule = rejected.rule }
        if case .fault(let record) = record.body { fault = record.what }
        if case .gesture(let event) = self { gesture = event.kind.gesture?.description }
        if case .line(let change) = self { (output, value) = (change.name, change.value ? "1" : "0") }
        return JournalEntry(priority, String(text), [
            "NODLINE_EVENT": record.body.name, "NODLINE_GESTURE": gesture, "NODLINE_OUTPUT": output, "NODLINE_VALUE": value,
            "NODLINE_RULE": rule, "NODLINE_FAULT": fault
        ])
    }

    private var priority: Journal.Priority {
        guard case .gesture(let event) = self else {
            if case .fault = self { return .error }
            return .information
        }
        return switch event.kind {
        case .paused, .resumed, .calibrationTimedOut, .armed, .answer: .information
        default: .detail
        }
    }
}
