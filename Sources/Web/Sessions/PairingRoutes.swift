import FlyingFox
import FoundationEssentials
import GestureNames
import Platform

/// Pairing, and the list of paired browsers.
struct PairingRoutes: RouteGroup {
    private let visitors: Visitors
    private let desk: PairingDesk
    private let links: ApplianceLinks
    private let voice: VoiceRoutes
    private let machine: String

    init(_ visitors: Visitors, _ desk: PairingDesk, _ links: ApplianceLinks, _ voice: VoiceRoutes, machine: String) {
        (self.visitors, self.desk, self.links, self.voice, self.machine) = (visitors, desk, links, voice, machine)
    }

    private var sessions: SessionStore { visitors.sessions }

    func add(to routes: inout RoutedHTTPHandler) {
        routes.appendRoute("GET /v1/session") { session($0) }
        routes.appendRoute("POST /v1/pair") { try await pair($0) }
        routes.appendRoute("GET /v1/sessions") { list($0) }
        routes.appendRoute("POST /v1/sessions/revoke") { try await revoke($0) }
    }

    private func session(_ request: HTTPRequest) -> HTTPResponse {
        let common: [String: JSONValue] = ["encrypted": .flag(visitors.isEncrypted), "machine": .text(machine)]
        guard let visit = visitors.visit(request) else { return Answer.json(common.merging(["paired": .flag(false)]) { $1 }) }
        return Answer.json(common.merging(state(of: visit.session, cookie: visit.cookie)) { $1 })
    }

    private func state(of session: Session, cookie: String) -> [String: JSONValue] {
        ["paired": .flag(true), "id": .text(session.id), "name": .text(session.name), "screen": .flag(session == .screen),
         "rights": .list(session.rights.map { .text($0.rawValue) }), "token": .text(Secret.token(of: cookie)), "voice": .flag(voice.isThere),
         "gestures": .list(HeadGesture.all.map { .text($0.description) })]
    }

    private func pair(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let fields = try await JSONValue.object(request.bodyData), let code = fields["code"]?.text else { return visitors.refuse(.badRequest) }
        // The guard writes this header; a client's own never comes here.
        let address = request.headers[HTTPHeader("X-Nodline-Peer")].flatMap(InternetAddress.init(text:))
        switch desk.attempt(code, from: address, at: MonotonicClock.now) {
        case .paired(let rights):
            let cookie = sessions.add(name: fields["name"]?.text ?? "", rights: rights)
            guard let session = sessions.session(of: cookie) else { return visitors.refuse(.notPaired) }
            Terminal.note("nodline-web: paired with \(session.name.quoted), which may \(rights.map(\.rawValue).joined(separator: " and "))")
            return Answer.json(state(of: session, cookie: cookie), status: .ok, cookie: visitors.cookie.header(cookie))
        case .wrong(let left):
            visitors.counts.count(.notPaired)
            return Answer.error("wrong-code", status: 403, ["left": .number(Double(left))])
        case .locked(let seconds):
            visitors.counts.count(.notPaired)
            return Answer.error("locked", status: 429, ["seconds": .number(Double(seconds))])
        }
    }

    private func list(_ request: HTTPRequest) -> HTTPResponse {
        guard let visit = visitors.visit(request) else { return visitors.refuse(.notPaired) }
        let own = visit.session.id
        let list = sessions.all.filter { visit.may(.change) || $0.id == own }.map { session in
            JSONValue.object([
                "id": .text(session.id), "name": .text(session.name), "rights": .list(session.rights.map { .text($0.rawValue) }),
                "last": .text(Date(timeIntervalSince1970: Double(session.last)).formatted(.iso8601)), "this": .flag(session.id == own),
            ])
        }
        return Answer.json(["sessions": .list(list)])
    }

    /// Who may change may revoke everybody, others only themselves.
    private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
        let visit: Visitors.Visit
        do throws(Refusal) { visit = try visitors.changingVisit(request) } catch { return visitors.refuse(error) }
        guard let id = try await JSONValue.object(request.bodyData)?["id"]?.text else { return visitors.refuse(.badRequest) }
        guard visit.may(.change) || id == visit.session.id else { return visitors.refuse(.right) }
        guard sessions.revoke(id) else { return visitors.refuse(.notFound) }
        await links.drop(id)
        return Answer.json(["ok": .flag(true)])
    }
}
