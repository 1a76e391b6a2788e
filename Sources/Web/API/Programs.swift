import FlyingFox
import Platform

/// Programs that ask, with a key in each request (docs/kiosk.md), also from pages of other origins.
struct Programs: Sendable {
    /// The session of the appliance's connection that all keys share.
    static let session = "keys"

    let visitors: Visitors
    let keys: KeyStore

    init(_ visitors: Visitors, _ keys: KeyStore) { (self.visitors, self.keys) = (visitors, keys) }

    /// Answers, with what a browser needs so that a page of a named origin can read it. The guard has judged the origin.
    func answering(_ request: HTTPRequest, _ body: () async throws(Problem) -> HTTPResponse) async -> HTTPResponse {
        var answer: HTTPResponse
        do throws(Problem) { answer = try await body() } catch {
            answer = visitors.refuse(error)
            if error.refusal == .key { answer.headers[HTTPHeader("WWW-Authenticate")] = "Bearer" }
        }
        if let origin = foreignOrigin(of: request) {
            answer.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
            answer.headers[HTTPHeader("Vary")] = "Origin"
        }
        return answer
    }

    /// The origin of the page that sent a request, if it is not this server's.
    private func foreignOrigin(of request: HTTPRequest) -> String? {
        guard let origin = request.headers[HTTPHeader("Origin")]?.lowercased() else { return nil }
        return origin == RequestRules.origin(of: request.headers[.host] ?? "", isEncrypted: visitors.isEncrypted) ? nil : origin
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
        request.headers[HTTPHeader("Authorization")] == nil && foreignOrigin(of: request) == nil && visitors.visit(request) != nil
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
