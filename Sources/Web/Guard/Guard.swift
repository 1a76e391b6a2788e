import Glibc
import Platform
import Synchronization
import WebSettings

/// Stands between the network and the server, which listens only on a Unix socket. What is read of a request, how long
/// that takes, and how many connections there are is bounded here.
package final class Guard: Sendable {
    package struct Settings: Sendable {
        package var web: WebConfiguration
        /// This machine's name.
        package var machine: String
        package var limits = GuardLimits()
        /// The paired browsers.
        package var sessions: SessionStore
        /// The user whose browser is the board's own screen; `nil` for none.
        package var screen: uid_t?

        package init(web: WebConfiguration, machine: String, sessions: SessionStore) {
            (self.web, self.machine, self.sessions) = (web, machine, sessions)
        }
    }

    package let counts: RefusalCounts
    private let listening: Listening
    /// Where it listens now.
    package var addresses: [LocalAddress] { listening.addresses.withLock { $0 } }
    package let port: UInt16
    private let bell = Bell()

    /// Listens, and starts the guard's thread.
    /// - Parameters:
    ///   - server: the path of the server's socket.
    ///   - keys: pages of the origins that they name may send requests.
    package init(_ settings: Settings, server path: String, counts: RefusalCounts, visits: Visits, keys: KeyStore) throws(SystemError) {
        guard let server = SocketAddress(path: path) else { throw SystemError("connect", path, code: ENAMETOOLONG) }
        let first = GuardLoop(settings, server: server, counts: counts, visits: visits, keys: keys)
        try first.scan(at: MonotonicClock.now)
        (listening, port) = (first.listening, first.port)
        self.counts = counts
        let bell = bell
        // The thread takes the loop over: nothing here touches it any more.
        nonisolated(unsafe) let handed = first
        try BackgroundThread.start(wokenBy: bell) { handed.run(until: bell) }
    }

    package func stop() { bell.ring() }
}

/// Where the guard listens: its thread says so, and others read it.
final class Listening: Sendable {
    let addresses = Mutex<[LocalAddress]>([])
}
