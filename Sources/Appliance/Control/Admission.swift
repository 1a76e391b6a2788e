import Glibc

/// Whether a new client is admitted, and which one is dropped for it. A value, so that the rules can be tested without sockets.
package enum Admission: Equatable, Sendable {
    case free
    /// The client at this index is dropped for the new one.
    case replaces(Int)
    case refused

    /// Limits for one socket, and for one user on it.
    package static let most = 32, mostOfUser = 16
    /// ``RecentUse`` from which a client counts as a flooding one: about seven reads and messages a second.
    private static let loud = 50.0

    /// The properties of a connected client that admission depends on.
    package struct Client: Sendable {
        package var user: uid_t
        /// ``RecentUse`` now.
        package var use = 0.0
        package var lastHeard = 0.0
        package var isSubscribed = false
        /// It is waiting for an answer.
        package var isOwed = false
        /// Bytes that were sent to it and that it has not read.
        package var unread = 0

        package init(user: uid_t) { self.user = user }
    }

    /// - Parameter clients: in the order in which they connected.
    package init(of user: uid_t, among clients: [Client]) {
        func count(_ user: uid_t) -> Int { clients.count { $0.user == user } }
        let own = count(user)
        guard own >= Self.mostOfUser || clients.count >= Self.most else {
            self = .free
            return
        }
        // A user with at least as many clients as any other loses one of their own.
        let largest = clients.map(\.user).max { count($0) < count($1) } ?? user
        let isOwn = own >= Self.mostOfUser || count(largest) <= own
        let payer = isOwn ? user : largest
        let candidates = clients.indices.filter { clients[$0].user == payer && !clients[$0].isOwed }
        let talkers = candidates.filter { !clients[$0].isSubscribed }
        let deaf = candidates.filter { clients[$0].isSubscribed && clients[$0].unread > 0 }
        let victim = talkers.filter { clients[$0].use >= Self.loud }.max { clients[$0].use < clients[$1].use }
            ?? talkers.min { clients[$0].lastHeard < clients[$1].lastHeard }
            ?? deaf.max { clients[$0].unread < clients[$1].unread }
            ?? (isOwn ? nil : candidates.last)
        self = victim.map { .replaces($0) } ?? .refused
    }
}
