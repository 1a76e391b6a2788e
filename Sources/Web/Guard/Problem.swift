import Platform

/// A refused request in the words of RFC 9457: a title, a sentence, and the field that is wrong; `error` is the word for programs.
package struct Problem: Error, Equatable, Sendable {
    /// The type of such an answer.
    package static let type = "application/problem+json"

    package let error: String, status: Int
    /// A sentence: what was wrong, and what was expected.
    package let detail: String?
    /// The field of the request's body that is wrong.
    package let field: String?
    /// It is counted as this.
    package let refusal: Refusal?

    package init(_ error: String, status: Int, detail: String? = nil, field: String? = nil) {
        (self.error, self.status, self.detail, self.field) = (error, status, detail, field)
        refusal = nil
    }

    /// - Parameter detail: a sentence in place of the usual one.
    package init(_ refusal: Refusal, detail: String? = nil) {
        (error, status, field, self.refusal) = (refusal.rawValue, refusal.status, nil, refusal)
        self.detail = detail ?? refusal.sentence
    }

    /// A field that is not as it was expected.
    package init(field: String, _ detail: String) {
        (error, status, self.detail, self.field, refusal) = (Refusal.badRequest.rawValue, Refusal.badRequest.status, detail, field, .badRequest)
    }

    /// - Parameter further: members of its own.
    package func json(_ further: [String: Platform.JSONValue] = [:]) -> String {
        var members: [String: JSONValue] = ["error": .text(error), "status": .number(Double(status)), "title": .text(Self.titles[status] ?? "Refused")]
        members["detail"] = detail.map { .text($0) }
        members["field"] = field.map { .text($0) }
        return JSONValue.object(members.merging(further) { $1 }).line
    }

    /// The phrases of RFC 9110 and RFC 6585, as problems without a type of their own have them.
    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
        411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 503: "Service Unavailable", 504: "Gateway Timeout", 507: "Insufficient Storage",
    ]
}

extension Refusal {
    /// What was wrong, and what was expected.
    fileprivate var sentence: String {
        switch self {
        case .badRequest: "the request is not understood; expected one JSON object, as /v1/openapi.json describes it"
        case .headTooLong: "the request's head is too long; expected at most \(RequestHead.longest) bytes"
        case .bodyTooLong: "the request's body is too long; expected at most \(RequestHead.longestBody) bytes"
        case .noLength: "a body needs Content-Length"
        case .tooSlow: "the request took too long to arrive"
        case .method: "this address has other methods; Allow lists them"
        case .host: "this machine has another name; [web] hosts adds names"
        case .origin: "a page of another origin sent it; a key may name that origin: nodline key add NAME --origin ORIGIN"
        case .tooMany: "too many requests; wait for a second"
        case .full: "too many clients at once; try again later"
        case .notFound: "there is nothing at this address"
        case .notPaired: "this browser is not paired"
        case .token: "X-Nodline-Token is missing or wrong; /v1/session has it"
        case .right: "the right for this is missing"
        case .notListed: "a page may not send this request"
        case .key: "Authorization has no key, or an unknown one; expected Bearer KEY, as nodline key add prints it"
        case .type: "Content-Type is another one; expected application/json"
        case .busy: "another question is being asked; try again when it is over"
        }
    }
}
