import Platform

extension Journal {
    /// Events as lines for the journal: faults as errors, rates once they have settled and then once an hour, and frequent events of
    /// the head as details.
    package static func lines() -> (ApplianceEvent) -> String? {
        var nextRates = 10.0
        return { event in
            if case .stats(let stats) = event {
                guard stats.time >= nextRates else { return nil }
                nextRates = stats.time + 3600
            }
            return event.journalLine
        }
    }
}

extension ApplianceEvent {
    /// In words, with its priority and without the seconds.
    fileprivate var journalLine: String? {
        guard let words else { return nil }
        let text = words.drop { $0 == " " }.drop { $0 != " " }.dropFirst(" s  ".count)
        return priority.prefix + text.drop { $0 == " " }
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
