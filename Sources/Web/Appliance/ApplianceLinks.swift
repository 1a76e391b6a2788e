import FlyingSocks
import Platform
import Synchronization

/// The sessions' connections to the appliance: one for each session that is in use. The appliance gives one user 16 places; requests,
/// events, previews and a question each get a share of them, so that none can take the others'.
package actor ApplianceLinks {
    /// Connections for requests, streams of events, and previews, at once.
    package static let requests = 5, events = 6, previews = 4
    /// Seconds for which a connection is kept after its session's last event stream or request. A range calibration ends with it.
    private let keeping: Double

    private struct Link {
        var connection: ApplianceConnection
        var lastUse: Double
        var busy = 0
    }

    nonisolated let path: String
    nonisolated let pool: any AsyncSocketPool
    nonisolated let limits = TimeLimits()
    private var links: [String: Link] = [:]
    /// Streams of events, by session, and their places.
    private var streams: [String: Int] = [:]
    private var eventPlaces = StreamPlaces(most: events), previewPlaces = StreamPlaces(most: previews)
    /// The request whose question is open.
    private nonisolated let asking = Mutex<Int?>(nil)
    private var isSweeping = false

    package init(path: String, pool: any AsyncSocketPool, keeping: Double = 10) {
        (self.path, self.pool, self.keeping) = (path, pool, keeping)
    }

    /// Sends a request for a session.
    /// - Throws: ``ApplianceConnection/Failure``.
    func reply(to request: [String: JSONValue], for session: String, within timeout: Double) async throws -> String {
        let connection = try await connection(of: session)
        links[session]?.busy += 1
        defer {
            links[session]?.busy -= 1
            links[session]?.lastUse = MonotonicClock.now
            sweepLater()
        }
        return try await connection.reply(to: request, within: timeout)
    }

    private func connection(of session: String) async throws -> ApplianceConnection {
        if let link = links[session], await !link.connection.isOver { return link.connection }
        if links[session] == nil, links.count >= Self.requests {
            // Rather one that no stream keeps: a calibration of its browser ends with it.
            let free = links.filter { $0.value.busy == 0 }, unwatched = free.filter { streams[$0.key] == nil }
            let idle = (unwatched.isEmpty ? free : unwatched).min { $0.value.lastUse < $1.value.lastUse }
            guard let idle else { throw ApplianceConnection.Failure.noAnswer }
            links[idle.key] = nil
            await idle.value.connection.hangUp()
        }
        let connection = try await ApplianceConnection(path: path, pool: pool, limits: limits)
        if let earlier = links[session], await !earlier.connection.isOver {  // two requests at the same time
            await connection.hangUp()
            return earlier.connection
        }
        links[session] = Link(connection: connection, lastUse: MonotonicClock.now)
        return connection
    }

    // MARK: - Streams

    /// A client, with requests in a session, opens a stream of events.
    /// - Returns: `nil` if there are too many.
    func beginEvents(of session: String, for client: String) -> StreamPlace? {
        guard let place = eventPlaces.begin(for: client) else { return nil }
        streams[session, default: 0] += 1
        return place
    }

    func endEvents(of session: String, at place: StreamPlace) {
        eventPlaces.end(place)
        guard let count = streams[session] else { return }
        streams[session] = count > 1 ? count - 1 : nil
        links[session]?.lastUse = MonotonicClock.now
        sweepLater()
    }

    func beginPreview(for client: String) -> StreamPlace? { previewPlaces.begin(for: client) }

    func endPreview(at place: StreamPlace) { previewPlaces.end(place) }

    /// A program asks a question: one at a time, as the appliance takes them.
    nonisolated func beginQuestion(of visit: Int) -> Bool {
        asking.withLock { asking in
            guard asking == nil else { return false }
            asking = visit
            return true
        }
    }

    /// Its client has left, or it is answered.
    nonisolated func endQuestion(of visit: Int) { asking.withLock { if $0 == visit { $0 = nil } } }

    // MARK: - Ends

    /// A session was revoked.
    func drop(_ session: String) async { await links.removeValue(forKey: session)?.connection.hangUp() }

    /// Ends connections that have not been used for a while, as long as there are any.
    private func sweepLater() {
        guard !isSweeping, !links.isEmpty else { return }
        isSweeping = true
        Task {
            while await self.sweep() { try? await limits.sleep(1) }
        }
    }

    private func sweep() async -> Bool {
        let now = MonotonicClock.now
        for (session, link) in links where link.busy == 0 && streams[session] == nil && now - link.lastUse >= keeping {
            links[session] = nil
            await link.connection.hangUp()
        }
        isSweeping = links.keys.contains { streams[$0] == nil }
        return isSweeping
    }
}
