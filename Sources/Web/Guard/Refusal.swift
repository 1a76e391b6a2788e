/// Why the guard or the server refuses a request, in the words of the answer's `error`.
package enum Refusal: String, Error, CaseIterable, Sendable {
    case badRequest = "bad-request"
    case headTooLong = "head-too-long"
    case bodyTooLong = "body-too-long"
    /// A body without Content-Length: its end cannot be known before it is read.
    case noLength = "no-length"
    case tooSlow = "too-slow"
    case method
    /// The page was asked for under a name that is not this machine's (DNS rebinding).
    case host
    /// Another page sent the request (CSRF).
    case origin
    case tooMany = "too-many-requests"
    case full
    case notFound = "not-found"
    case notPaired = "not-paired"
    case token
    case right
    case notListed = "not-listed"
    /// No key, or an unknown one.
    case key
    /// A body of another type than JSON.
    case type
    /// Another question is being asked.
    case busy

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .badRequest, .notListed: 400
        case .headTooLong: 431
        case .bodyTooLong: 413
        case .noLength: 411
        case .tooSlow: 408
        case .method: 405
        case .host: 421
        case .origin, .token, .right: 403
        case .tooMany: 429
        case .full: 503
        case .notFound: 404
        case .notPaired, .key: 401
        case .type: 415
        case .busy: 409
        }
    }

    /// The whole answer, for a request that never reaches the server. A person who typed a name that is not known gets a page to read.
    func answer(to head: RequestHead?) -> [UInt8] {
        var type = Problem.type, body = Problem(self).json()
        if self == .host, let head, head.method == .get, !head.target.hasPrefix("/v1/") {
            (type, body) = ("text/html; charset=utf-8", UnknownNamePage(host: head.headers["host"] ?? "").html)
        }
        var text = "HTTP/1.1 \(status) Refused\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
        if self == .method { text += "Allow: GET, HEAD, POST\r\n" }
        for (name, value) in SecurityHeaders.all { text += "\(name): \(value)\r\n" }
        return Array((text + "\r\n" + (head?.wantsBody == false ? "" : body)).utf8)
    }
}
