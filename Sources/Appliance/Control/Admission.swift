import Glibc

/// Whether one client more is let in, and which one gives way: a value, so that the rules can be tested without sockets.
package enum Admission: Equatable, Sendable {
    case free
    /// The client at this index is dropped for it.
    case replaces(Int)
    case refused

    /// Clients of one socket, and of one user on it.
    package static let most = 32, mostOfUser = 16
    /// ``RecentUse`` from which on a client is a loud one: about seven reads and messages a second.
    private static let loud = 50.0

    /// A connected client, as far as it matters here.
    package struct Client: Sendable {
        package var user: uid_t
        /// ``RecentUse`` now.
        package var use = 0.0
        package var lastHeard = 0.0
        package var isSubscribed = false
        /// It waits for an answer.
        package var isOwed = false
        /// Bytes that it was sent and has not read.
        package var unread = 0

        package init(user: uid_t) { self.user = user }
    }

    /// - Parameter clients: in the order in which they came.
    package init(of user: uid_t, among clients: [Client]) {
        func count(_ user: uid_t) -> Int { clients.count { $0.user == user } }
        let own = count(user)
        guard own >= Self.mostOfUser || clients.count >= Self.most else {
            self = .free
            return
        }
        // A user who has as many as anybody else makes room among the own ones.
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
