import FlyingFox
import FoundationEssentials
import Glibc
import Platform

/// The way to the board's voice, which is a process of its own: this one makes no sound.
struct VoiceRoutes: RouteGroup {
    /// Seconds in which the voice must begin, so that a browser can speak in its place; and for a text of the longest, and more.
    private static let start = 2.0, timeout = 150.0

    private let visitors: Visitors
    private let links: ApplianceLinks
    private let path: String

    /// - Parameter path: of the voice's socket; empty for none.
    init(_ visitors: Visitors, _ links: ApplianceLinks, path: String) { (self.visitors, self.links, self.path) = (visitors, links, path) }

    func add(to routes: inout RoutedHTTPHandler) { routes.appendRoute("POST /v1/voice") { try await voice($0) } }

    /// Whether somebody listens for what is to be said, as far as a look at the socket's file tells.
    var isThere: Bool { !path.isEmpty && access(path, F_OK) == 0 }

    /// Something to say, or to stop saying; answered when it is over. The voice judges the words.
    private func voice(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visitors.Visit
        do throws(Refusal) { visit = try visitors.changingVisit(request) } catch { return visitors.refuse(error) }
        guard visit.maySpeak else { return visitors.refuse(.right) }
        guard let fields = try await JSONValue.object(request.bodyData) else { return visitors.refuse(.badRequest) }
        guard isThere, let socket = try? await LineSocket(path: path, pool: links.pool) else { return Answer.error("no-voice", status: 503) }
        let limits = links.limits, start = limits.after(Self.start) { socket.hangUp() }, end = limits.after(Self.timeout) { socket.hangUp() }
        defer {
            limits.cancel(start)
            limits.cancel(end)
        }
        do { try await socket.send(JSONValue.object(fields).line) } catch { return Answer.error("no-voice", status: 503) }
        guard let (word, reason) = await Self.outcome(from: socket, begun: { limits.cancel(start) }) else { return Answer.error("no-voice", status: 503) }
        return Answer.json(["ok": .flag(word == "said" || word == "stopped"), "voice": .text(word), "reason": reason.map { .text($0) } ?? .null])
    }

    /// What the voice says at last.
    private static func outcome(from socket: LineSocket, begun: () -> Void) async -> (word: String, reason: String?)? {
        var outcome: (word: String, reason: String?)?
        await socket.eachLine { line in
            guard let fields = JSONValue.object(line.utf8), let word = fields["voice"]?.text else { return false }
            guard word != "speaking" else {
                begun()
                return true
            }
            outcome = (word, fields["reason"]?.text)
            return false
        }
        return outcome
    }
}
