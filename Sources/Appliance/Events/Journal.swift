// The service manager's journal, where that is what reads the program's output.
import Glibc

/// systemd's journal takes a line's priority from `<N>` in front of it (sd-daemon(3)), and adds the time by itself.
enum Journal {
    enum Priority: Int {
        case error = 3, information = 6, detail = 7

        var prefix: String { "<\(rawValue)>" }
    }

    /// Whether the journal reads this descriptor. systemd names the stream's device and inode, because the variable is
    /// passed on to programs whose output goes somewhere else (systemd.exec(5), JOURNAL_STREAM).
    static func reads(_ descriptor: Int32) -> Bool {
        guard let stream = Environment.variable("JOURNAL_STREAM") else { return false }
        var file = stat()
        return fstat(descriptor, &file) == 0 && stream == "\(file.st_dev):\(file.st_ino)"
    }

    /// Running events as lines for the journal: faults as errors, rates once they have settled and then once an hour, and
    /// what a head does every few seconds as details.
    static func lines() -> (ApplianceEvent) -> String? {
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
