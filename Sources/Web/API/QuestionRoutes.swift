import FlyingFox
import Platform

/// Questions, commands and the state, for programs with a key.
struct QuestionRoutes: RouteGroup {
    private static let commands: Set = ["pause", "resume", "stop", "calibrate"]
    private static let noAppliance = Problem("no-appliance", status: 503, detail: "Nodline does not run: systemctl status nodline")
    private static let noAnswer = Problem("no-answer", status: 504, detail: "Nodline runs and has not answered in time")

    private let programs: Programs
    private let links: ApplianceLinks
    private let visits: Visits

    init(_ programs: Programs, _ links: ApplianceLinks, _ visits: Visits) { (self.programs, self.links, self.visits) = (programs, links, visits) }

    func add(to routes: inout RoutedHTTPHandler) {
        let programs = programs
        routes.appendRoute("GET /v1/status") { request in
            await programs.answering(request) { () async throws(Problem) in try await status(request) }
        }
        routes.appendRoute("GET /v1/events") { request in
            await programs.answering(request) { () async throws(Problem) in try await events(request) }
        }
        routes.appendRoute("POST /v1/ask") { request in
            await programs.answering(request) { () async throws(Problem) in try await ask(request) }
        }
        routes.appendRoute("POST /v1/command") { request in
            await programs.answering(request) { () async throws(Problem) in try await command(request) }
        }
    }

    private func ask(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let key = try programs.key(of: request, for: .ask)
        let question = try Question(await programs.fields(of: request, Question.fields))
        guard let visit = request.headers[HTTPHeader("X-Nodline-Visit")].flatMap(Int.init) else { throw Problem(.badRequest) }
        guard links.beginQuestion(of: visit) else { throw Problem(.busy) }
        let visits = visits, watch = programs.keys.whenRemoved(key.id) { visits.end(visit) }
        defer { programs.keys.forget(watch) }
        let outcome = await question.ask(at: links, until: visit, of: visits)
        links.endQuestion(of: visit)
        guard programs.keys.exists(key.id) else { throw Problem(.key) }  // it was removed meanwhile
        switch outcome {
        case .answer(let answer, let reason): return Answer.json(["answer": .text(answer.rawValue), "reason": .text(reason.rawValue),
                                                                  "words": .text(reason.words(question.language))])
        case .refused(let word, let detail):
            return Answer.error(Problem(word, status: word == "unavailable" ? 503 : 409, detail: detail))
        case .noAppliance: return Answer.error(Self.noAppliance)
        }
    }

    private func command(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try programs.key(of: request, for: .command)
        let command = try await programs.fields(of: request, ["command"])["command"]
        guard let name = command?.text, Self.commands.contains(name) else {
            throw Problem(field: "command", "command is \(command?.line ?? "missing"); expected one of \(Self.commands.sorted().quoted)")
        }
        return await passOn(["request": .text(name)])
    }

    private func status(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        if !programs.isOfPage(request) { _ = try programs.key(of: request, for: .listen) }
        return await passOn(["request": .text("status")])
    }

    /// Sends a request to the appliance; its reply without what only the control socket needs.
    private func passOn(_ fields: [String: JSONValue]) async -> HTTPResponse {
        do {
            let line = try await links.reply(to: fields, for: Programs.session, within: 5)
            guard var reply = JSONValue.object(line.utf8) else { return Answer.error(Self.noAnswer) }
            for name in ["v", "id", "reply"] { reply[name] = nil }
            guard reply.removeValue(forKey: "ok") == .flag(true) else {
                return Answer.error(Problem(reply["error"]?.text ?? "", status: 409, detail: reply["detail"]?.text))
            }
            return Answer.json(reply)
        } catch ApplianceConnection.Failure.noAppliance {
            return Answer.error(Self.noAppliance)
        } catch {
            return Answer.error(Self.noAnswer)
        }
    }

    /// The appliance's events, as long as the browser stays paired or the key exists.
    private func events(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let id: String, client: String, isAllowed: @Sendable () -> Bool
        if programs.isOfPage(request), let visit = programs.visitors.visit(request) {
            guard visit.may(.watch) else { throw Problem(.notPaired) }
            let sessions = programs.visitors.sessions, session = visit.session.id
            (id, client, isAllowed) = (session, session, { sessions.isAllowed(session) })
        } else {
            let keys = programs.keys, key = try programs.key(of: request, for: .listen).id
            (id, client, isAllowed) = (Programs.session, key, { keys.exists(key) })
        }
        let links = links
        guard let place = await links.beginEvents(of: id, for: client) else { throw Problem(.full) }
        let hasPointer = request.query.contains { $0.name == "pointer" && $0.value == "1" }
        let line = "{\"request\":\"subscribe\"\(hasPointer ? ",\"pointer\":true" : "")}"
        return Answer.events(EventFeed(from: links, at: place, request: line, returns: true, isAllowed: isAllowed) {
            Task { await links.endEvents(of: id, at: place) }
        })
    }
}
