import FlyingFox
import FlyingSocks
import FoundationEssentials
import Glibc
import Platform

/// The page, its sessions, and the way to the appliance's control socket. It listens on a Unix socket behind the ``Guard``, which
/// has already refused what is not a small request of this page.
package final class WebServer: Sendable {
    package struct Places: Sendable {
        /// The folder of the page's files.
        package var page: String
        /// The appliance's control socket.
        package var control: String
        /// A folder that only this program may enter, for the server's socket.
        package var inner: String
        /// The socket of the board's voice; empty for none.
        package var voice: String
        /// The folder in which boards are kept; `nil` to keep none.
        package var state: String?

        package init(page: String, control: String, inner: String, voice: String = "", state: String? = nil) {
            (self.page, self.control, self.inner, self.voice, self.state) = (page, control, inner, voice, state)
        }

        /// The server's socket.
        package var socket: String { inner + "/http.sock" }
    }

    /// A request of a paired browser.
    struct Visit {
        let session: Session, cookie: String

        func may(_ right: Right) -> Bool { session.rights.contains(right) }

        /// Whether it may say something at the board, and call.
        var maySpeak: Bool { may(.change) || session == .screen }
    }

    let sessions: SessionStore
    let desk: PairingDesk
    let counts: RefusalCounts
    let keys: KeyStore
    /// The requests whose clients are still there; the guard keeps it.
    package let visits = Visits()
    let links: ApplianceLinks
    let isEncrypted: Bool
    let machine: String
    let files: PageFiles
    let voicePath: String
    let shelf: BoardShelf
    private let server: RequestServer

    package init(_ places: Places, sessions: SessionStore, desk: PairingDesk, keys: KeyStore, counts: RefusalCounts,
                 machine: String, isEncrypted: Bool) {
        (self.sessions, self.desk, self.keys, self.counts) = (sessions, desk, keys, counts)
        (self.machine, self.isEncrypted) = (machine, isEncrypted)
        files = PageFiles(folder: places.page)
        voicePath = places.voice
        shelf = BoardShelf(folder: places.state)
        let pool = SocketPool(queue: ReadinessQueue())
        links = ApplianceLinks(path: places.control, pool: pool)
        server = RequestServer(path: places.socket, pool: pool)
    }

    /// Takes requests from now on; they are answered by ``run()``.
    package func listen() throws { try server.listen() }

    /// Answers until the task is cancelled.
    package func run() async throws {
        let routes = routes
        try await server.run { try await routes.handleRequest($0) }
    }

    private var routes: RoutedHTTPHandler {
        var routes = RoutedHTTPHandler()
        routes.appendRoute("GET /healthz") { _ in Answer.empty() }
        routes.appendRoute("GET /v1/session") { self.session($0) }
        routes.appendRoute("POST /v1/pair") { try await self.pair($0) }
        routes.appendRoute("GET /v1/sessions") { self.listSessions($0) }
        routes.appendRoute("POST /v1/sessions/revoke") { try await self.revoke($0) }
        routes.appendRoute("POST /v1/request") { try await self.request($0) }
        routes.appendRoute("POST /v1/voice") { try await self.voice($0) }
        routes.appendRoute("GET /v1/boards/*") { self.boards($0) }
        routes.appendRoute("POST /v1/boards") { try await self.keepBoards($0) }
        addOpenRoutes(to: &routes)
        routes.appendRoute("GET /v1/preview") { await self.preview($0) }
        routes.appendRoute("GET /v1/recordings/*") { try await self.recording($0) }
        routes.appendRoute("GET *") { request in
            let takesGzip = Negotiation.takesGzip(request.headers[HTTPHeader("Accept-Encoding")])
            guard let file = self.files.read(request.path, compressed: takesGzip) else { return self.refuse(.notFound) }
            return Answer.keptFile(file, known: request.headers[HTTPHeader("If-None-Match")])
        }
        routes.appendRoute("*") { _ in self.refuse(.notFound) }
        return routes
    }

    // MARK: - Who asks

    func refuse(_ refusal: Refusal) -> HTTPResponse {
        refuse(Problem(refusal))
    }

    func refuse(_ problem: Problem) -> HTTPResponse {
        if let refusal = problem.refusal { counts.count(refusal) }
        return Answer.error(problem)
    }

    var cookie: SessionCookie { SessionCookie(isEncrypted: isEncrypted) }

    /// In the place of the screen's cookie, for its token.
    private let screenSecret = Secret.random()

    /// The paired browser that sent a request, or the board's own screen.
    func visit(_ request: HTTPRequest) -> Visit? {
        for cookie in cookie.values(in: request.headers[HTTPHeader("Cookie")]) {
            if let session = sessions.session(of: cookie) { return Visit(session: session, cookie: cookie) }
        }
        // The guard writes this header; a client's own never comes here.
        return request.headers[HTTPHeader("X-Nodline-Screen")] == nil ? nil : Visit(session: .screen, cookie: screenSecret)
    }

    /// The paired browser that sent a change, with its token.
    /// - Throws: why it is refused.
    func changingVisit(_ request: HTTPRequest) throws(Refusal) -> Visit {
        guard let visit = visit(request) else { throw .notPaired }
        guard let token = request.headers[HTTPHeader("X-Nodline-Token")], Self.areEqual(token, Secret.token(of: visit.cookie)) else {
            throw .token
        }
        return visit
    }

    /// Compares in a time that does not depend on how much is equal.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
