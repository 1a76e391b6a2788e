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

    /// The requests whose clients are still there; the guard keeps it.
    package let visits = Visits()
    private let visitors: Visitors
    private let parts: [any RouteGroup]
    private let files: PageFiles
    private let server: RequestServer

    package init(_ places: Places, sessions: SessionStore, desk: PairingDesk, keys: KeyStore, counts: RefusalCounts,
                 machine: String, isEncrypted: Bool) {
        let pool = SocketPool(queue: ReadinessQueue()), links = ApplianceLinks(path: places.control, pool: pool)
        let visitors = Visitors(sessions, counts: counts, isEncrypted: isEncrypted), voice = VoiceRoutes(visitors, links, path: places.voice)
        let files = PageFiles(folder: places.page), programs = Programs(visitors, keys)
        parts = [
            PairingRoutes(visitors, desk, links, voice, machine: machine),
            ApplianceRoutes(visitors, links),
            voice,
            BoardRoutes(visitors, BoardShelf(folder: places.state)),
            QuestionRoutes(programs, links, visits),
            MetricsRoutes(programs, links),
            OpenRoutes(programs, files),
            RecordingRoutes(visitors, links),
        ]
        (self.visitors, self.files) = (visitors, files)
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
        for part in parts { part.add(to: &routes) }
        let (files, visitors) = (files, visitors)
        routes.appendRoute("GET *") { request in
            let takesGzip = Negotiation.takesGzip(request.headers[HTTPHeader("Accept-Encoding")])
            guard let file = files.read(request.path, compressed: takesGzip) else { return visitors.refuse(.notFound) }
            return Answer.keptFile(file, known: request.headers[HTTPHeader("If-None-Match")])
        }
        routes.appendRoute("*") { _ in visitors.refuse(.notFound) }
        return routes
    }
}

/// What belongs together of the server, with its routes; the first route that fits a request answers it.
protocol RouteGroup: Sendable {
    func add(to routes: inout RoutedHTTPHandler)
}
