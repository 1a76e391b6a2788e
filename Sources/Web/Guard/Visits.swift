import Synchronization

/// The requests whose clients are still there. The ``Guard`` notices at once that a client has left; the server does not read from a
/// connection that it is answering.
package final class Visits: Sendable {
    private struct State {
        var next = 1
        /// What to do when the client of a request leaves.
        var leaving: [Int: (@Sendable () -> Void)?] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// A request is passed on.
    /// - Returns: its number, which the server gets in `X-Nodline-Visit`.
    func begin() -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.leaving[state.next] = .some(nil)
            return state.next
        }
    }

    /// The client of a request has left, or has its answer.
    func end(_ visit: Int) { state.withLock { $0.leaving.removeValue(forKey: visit) }??() }

    /// Calls `body` when the client leaves, or at once if it has left.
    func whenLeft(_ visit: Int, _ body: @escaping @Sendable () -> Void) {
        let isThere = state.withLock { state in
            guard state.leaving[visit] != nil else { return false }
            state.leaving[visit] = .some(body)
            return true
        }
        if !isThere { body() }
    }

    func isThere(_ visit: Int) -> Bool { state.withLock { $0.leaving[visit] != nil } }

    /// The server no longer needs to know.
    func forget(_ visit: Int) { state.withLock { if $0.leaving[visit] != nil { $0.leaving[visit] = .some(nil) } } }
}
