import FoundationEssentials
import Glibc
import Platform
import Synchronization

/// The paired browsers, kept in a file across restarts.
package final class SessionStore: Sendable {
    /// More browsers than that replace those that were not here for longest.
    private static let most = 32
    /// Seconds after which a use is worth a write to the disk.
    private static let saving = 86_400
    private static let longestName = 40

    private struct State {
        /// Those that were used last come last: a board without a clock may say that it is 1970.
        var sessions: [Session] = []
        /// When each session's last use was saved.
        var saved: [String: Int] = [:]
    }

    private let state: Mutex<State>
    private let writing = Mutex(())
    private let file: String?

    /// - Parameter folder: where `sessions.json` is; `nil` to keep sessions in memory only.
    package init(folder: String?) {
        file = folder.map { $0 + "/sessions.json" }
        var sessions: [Session] = []
        if let file {
            do {
                if let bytes = try FileBytes.readKept(file, upTo: 65_536) { sessions = try JSONDecoder().decode([Session].self, from: Data(bytes)) }
            } catch {
                Terminal.note("nodline-web: \(file) is damaged; every browser must be paired again")
            }
        }
        state = Mutex(State(sessions: sessions, saved: Dictionary(sessions.map { ($0.id, $0.last) }) { $1 }))
    }

    /// In the order in which they were paired, as far as there was a clock.
    package var all: [Session] { state.withLock { $0.sessions }.sorted { ($0.created, $0.id) < ($1.created, $1.id) } }

    /// Adds a browser.
    /// - Returns: its cookie.
    package func add(name: String, rights: [Right], at time: Int = SessionStore.now) -> String {
        let cookie = Secret.random()
        let plain = String(String.UnicodeScalarView(name.printable.unicodeScalars.prefix(Self.longestName)))
        let session = Session(id: Secret.random(bytes: 6), name: plain, rights: rights, digest: Secret.digest(cookie, for: "session"),
                              created: time, last: time)
        change { sessions in
            if sessions.count >= Self.most { sessions.removeFirst() }
            sessions.append(session)
        }
        return cookie
    }

    /// The session of a cookie, which counts as used now.
    package func session(of cookie: String, at time: Int = SessionStore.now) -> Session? {
        let digest = Secret.digest(cookie, for: "session")
        let (session, isWorthSaving) = state.withLock { state -> (Session?, Bool) in
            guard let place = state.sessions.firstIndex(where: { $0.digest == digest }) else { return (nil, false) }
            var session = state.sessions.remove(at: place)
            session.last = time
            state.sessions.append(session)
            return (session, abs(time - (state.saved[session.id] ?? 0)) >= Self.saving)
        }
        if isWorthSaving { change { _ in } }
        return session
    }

    /// The identity of the session of a cookie, which does not count as a use.
    package func id(of cookie: String) -> String? {
        let digest = Secret.digest(cookie, for: "session")
        return state.withLock { $0.sessions.first { $0.digest == digest }?.id }
    }

    /// Whether a session may go on: its browser is paired, or it is the screen's.
    package func isAllowed(_ id: String) -> Bool { id == Session.screen.id || isPaired(id) }

    package func isPaired(_ id: String) -> Bool { state.withLock { $0.sessions.contains { $0.id == id } } }

    /// - Returns: whether there was such a session.
    package func revoke(_ id: String) -> Bool {
        guard isPaired(id) else { return false }
        change { $0.removeAll { $0.id == id } }
        return true
    }

    package static var now: Int { Int(Date().timeIntervalSince1970) }

    private func change(_ body: (inout [Session]) -> Void) {
        state.withLock { body(&$0.sessions) }
        guard let file else { return }
        // One at a time, so that an older list never replaces a newer one; requests do not wait for the disk.
        writing.withLock { _ in
            let sessions = state.withLock { state in
                state.saved = Dictionary(state.sessions.map { ($0.id, $0.last) }) { $1 }
                return state.sessions
            }
            do {
                try AtomicFile.write(JSONEncoder().encode(sessions), to: file)
            } catch {
                Terminal.note("nodline-web: the paired browsers cannot be saved: \(error)")
            }
        }
    }
}
