import FlyingFox
import Platform

/// Questions, commands and the state, for programs with a key.
extension WebServer {
    /// The session of the appliance's connection that all keys share.
    static let keySession = "keys"
    private static let commands: Set = ["pause", "resume", "stop", "calibrate"]
    private static let noAppliance = Problem("no-appliance", status: 503, detail: "Nodline does not run: systemctl status nodline")
    private static let noAnswer = Problem("no-answer", status: 504, detail: "Nodline runs and has not answered in time")

    func ask(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let key = try key(of: request, for: .ask)
        let question = try Question(await fields(of: request, Question.fields))
        guard let visit = request.headers[HTTPHeader("X-Nodline-Visit")].flatMap(Int.init) else { throw Problem(.badRequest) }
        guard await links.beginQuestion() else { throw Problem(.busy) }
        let outcome = await question.ask(at: links, until: visit, of: visits)
        await links.endQuestion()
        guard keys.exists(key.id) else { throw Problem(.key) }  // it was removed meanwhile
        switch outcome {
        case .answer(let answer, let reason): return Answer.json(["answer": .text(answer.rawValue), "reason": .text(reason.rawValue),
                                                                  "words": .text(reason.words(question.language))])
        case .refused(let word, let detail):
            return Answer.error(Problem(word, status: word == "unavailable" ? 503 : 409, detail: detail))
        case .noAppliance: return Answer.error(Self.noAppliance)
        }
    }

    func command(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try key(of: request, for: .command)
        let command = try await fields(of: request, ["command"])["command"]
        guard let name = command?.text, Self.commands.contains(name) else {
            throw Problem(field: "command", "command is \(command?.line ?? "missing"); expected one of \(Self.commands.sorted().quoted)")
        }
        return await passOn(["request": .text(name)])
    }

    func status(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        if !isOfPage(request) { _ = try key(of: request, for: .listen) }
        return await passOn(["request": .text("status")])
    }

    /// Sends a request to the appliance; its reply without what only the control socket needs.
    private func passOn(_ fields: [String: JSONValue]) async -> HTTPResponse {
        do {
            let line = try await links.reply(to: fields, for: Self.keySession, within: 5)
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
    func events(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let id: String, client: String, isAllowed: @Sendable () -> Bool
        if isOfPage(request), let visit = visit(request) {
            guard visit.may(.watch) else { throw Problem(.notPaired) }
            let sessions = sessions, session = visit.session.id
            (id, client, isAllowed) = (session, session, { sessions.isAllowed(session) })
        } else {
            let keys = keys, key = try key(of: request, for: .listen).id
            (id, client, isAllowed) = (Self.keySession, key, { keys.exists(key) })
        }
        let links = links
        guard let place = await links.beginEvents(of: id, for: client) else { throw Problem(.full) }
        let isMoved = request.query.contains { $0.name == "moved" && $0.value == "1" }
        let line = "{\"request\":\"subscribe\"\(isMoved ? ",\"moved\":true" : "")}"
        return Answer.events(EventFeed(from: links, at: place, request: line, returns: true, isAllowed: isAllowed) {
            Task { await links.endEvents(of: id, at: place) }
        })
    }
}
