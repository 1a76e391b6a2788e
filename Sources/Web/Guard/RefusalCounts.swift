import Platform
import Synchronization

/// How often what was refused. New refusals are noted in the journal, at most once a minute.
package final class RefusalCounts: Sendable {
    private struct State {
        var counts: [Refusal: Int] = [:]
        var noted: [Refusal: Int] = [:]
        var lastNote = -Double.infinity
    }

    private let state = Mutex(State())

    package init() {}

    package func count(_ refusal: Refusal) { state.withLock { $0.counts[refusal, default: 0] += 1 } }

    package subscript(refusal: Refusal) -> Int { state.withLock { $0.counts[refusal] ?? 0 } }

    /// A line about what was refused since the last one, if a minute has passed.
    package func note(at now: Double) -> String? {
        state.withLock { state in
            guard state.counts != state.noted, now - state.lastNote >= 60 else { return nil }
            let new = Refusal.allCases.compactMap { refusal in
                let count = (state.counts[refusal] ?? 0) - (state.noted[refusal] ?? 0)
                return count > 0 ? "\(refusal.rawValue) \(count)" : nil
            }
            (state.noted, state.lastNote) = (state.counts, now)
            return "refused: " + new.joined(separator: ", ")
        }
    }
}
