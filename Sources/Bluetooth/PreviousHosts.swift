/// The hosts that were connected when the program began: they know the services of a previous one, and may hold what that pressed last.
///
/// A host to which BlueZ says that the services have changed (Service Changed, Bluetooth Core Specification, Volume 3, Part G, 7.1) finds the new
/// ones and reads their reports, beginning with a release. One that does not has to connect again.
package struct PreviousHosts {
    /// Seconds in which a host must find the new services by itself. BlueZ as the host takes 0.2.
    package static let timeout = 1.0

    private enum State { case unknown, waiting(addresses: [String], until: Double), over }

    private var state = State.unknown

    package init() {}

    /// Whether there is nothing more to do.
    package var isOver: Bool { if case .over = state { true } else { false } }

    /// When ``disconnected(_:isRead:at:)`` has to be called, if nothing else comes.
    package var deadline: Double? {
        guard case .waiting(_, let end) = state else { return nil }
        return end
    }

    /// - Parameters:
    ///   - connected: the addresses of the hosts that are connected now; `nil` until BlueZ has said so.
    ///   - isRead: a host reads the new services.
    ///   - now: seconds of a clock that never goes back.
    /// - Returns: the hosts to disconnect.
    package mutating func disconnected(_ connected: [String]?, isRead: Bool, at now: Double) -> [String] {
        switch state {
        case .over: return []
        case .unknown:
            guard let connected else { return [] }
            state = connected.isEmpty ? .over : .waiting(addresses: connected, until: now + Self.timeout)
            return []
        case .waiting(let addresses, let end):
            // With several, nobody knows which one reads.
            if isRead, addresses.count == 1 {
                state = .over
                return []
            }
            guard now >= end else { return [] }
            state = .over
            return addresses.filter { connected?.contains($0) ?? true }
        }
    }
}
