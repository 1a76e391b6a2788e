import FlyingFox
import FoundationEssentials
import Platform

/// The interface for programs, which send a key with each request (docs/kiosk.md).
extension WebServer {
    func addOpenRoutes(to routes: inout RoutedHTTPHandler) {
        routes.appendRoute("GET /v1/status") { request in
            await self.answering(request) { () async throws(Problem) in try await self.status(request) }
        }
        routes.appendRoute("GET /v1/events") { request in
            await self.answering(request) { () async throws(Problem) in try await self.events(request) }
        }
        routes.appendRoute("POST /v1/ask") { request in
            await self.answering(request) { () async throws(Problem) in try await self.ask(request) }
        }
        routes.appendRoute("POST /v1/command") { request in
            await self.answering(request) { () async throws(Problem) in try await self.command(request) }
        }
        routes.appendRoute("GET /metrics") { await self.metrics($0) }
        for path in OpenPaths.files {
            routes.appendRoute(HTTPRoute("GET \(path)")) { request in
                await self.answering(request) { () async throws(Problem) in
                    guard let file = self.files.read(path) else { throw Problem(.notFound) }
                    return Answer.file(file.bytes, type: file.type)
                }
            }
        }
        for (path, methods) in OpenPaths.methods {
            routes.appendRoute(HTTPRoute("OPTIONS \(path)")) { self.preflight($0) }
            routes.appendRoute(HTTPRoute("\(path)")) { request in
                await self.answering(request) { Answer.wrongMethod(methods) }
            }
        }
    }

    /// Answers, with what a browser needs so that a page of a named origin can read it. The guard has judged the origin.
    private func answering(_ request: HTTPRequest, _ body: () async throws(Problem) -> HTTPResponse) async -> HTTPResponse {
        var answer: HTTPResponse
        do throws(Problem) { answer = try await body() } catch {
            answer = refuse(error)
            if error.refusal == .key { answer.headers[HTTPHeader("WWW-Authenticate")] = "Bearer" }
        }
        if let origin = foreignOrigin(of: request) {
            answer.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
            answer.headers[HTTPHeader("Vary")] = "Origin"
        }
        return answer
    }

    private func preflight(_ request: HTTPRequest) -> HTTPResponse {
        guard request.headers[HTTPHeader("Origin")] != nil else { return Answer.wrongMethod(OpenPaths.methods[request.path] ?? "") }
        var answer = HTTPResponse(statusCode: .noContent)
        answer.headers[HTTPHeader("Access-Control-Allow-Origin")] = request.headers[HTTPHeader("Origin")]
        answer.headers[HTTPHeader("Vary")] = "Origin"
        answer.headers[HTTPHeader("Access-Control-Allow-Methods")] = OpenPaths.methods[request.path]
        answer.headers[HTTPHeader("Access-Control-Allow-Headers")] = "Authorization, Content-Type"
        answer.headers[HTTPHeader("Access-Control-Max-Age")] = "600"
        // Chromium asks before a page of the Internet reaches a private address.
        if request.headers[HTTPHeader("Access-Control-Request-Private-Network")] == "true" {
            answer.headers[HTTPHeader("Access-Control-Allow-Private-Network")] = "true"
        }
        answer.headers[.connection] = "close"
        return answer
    }

    /// The origin of the page that sent a request, if it is not this server's.
    private func foreignOrigin(of request: HTTPRequest) -> String? {
        guard let origin = request.headers[HTTPHeader("Origin")]?.lowercased() else { return nil }
        let own = (isEncrypted ? "https://" : "http://") + (request.headers[.host] ?? "").lowercased()
        return origin == own ? nil : origin
    }

    /// The key that a request is sent with.
    /// - Throws: why it is refused.
    func key(of request: HTTPRequest, for right: KeyRight) throws(Problem) -> ClientKey {
        guard let key = keys.key(in: request.headers[HTTPHeader("Authorization")]) else { throw Problem(.key) }
        if let origin = foreignOrigin(of: request), !key.origins.contains(origin) { throw Problem(.origin) }
        guard key.rights.contains(right) else {
            throw Problem(.right, detail: "this key may not do that; nodline key add NAME --may \(right.rawValue) makes one that may")
        }
        return key
    }

    /// Whether a request comes with a paired browser's cookie instead of a key, from the page itself.
    func isOfPage(_ request: HTTPRequest) -> Bool {
        request.headers[HTTPHeader("Authorization")] == nil && foreignOrigin(of: request) == nil && visit(request) != nil
    }

    /// The fields of a request's body.
    /// - Parameter known: the names of all fields that there may be.
    func fields(of request: HTTPRequest, _ known: Set<String>) async throws(Problem) -> [String: JSONValue] {
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else { throw Problem(.type) }
        guard let bytes = try? await request.bodyData, let fields = JSONValue.object(bytes) else { throw Problem(.badRequest) }
        if let unknown = fields.keys.sorted().first(where: { !known.contains($0) }) {
            let nearest = NearestWord.to(unknown, among: known.sorted()).map { "; did you mean \($0)?" } ?? "; expected \(known.sorted().quoted)"
            throw Problem(field: unknown, "there is no field \(unknown.quoted)\(nearest)")
        }
        return fields
    }
}
