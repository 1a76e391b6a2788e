import Digests
import FlyingFox
import FoundationEssentials
import Platform

/// The server's answers; each has ``SecurityHeaders``.
enum Answer {
    static func json(_ text: String, status: HTTPStatusCode = .ok, cookie: String? = nil) -> HTTPResponse {
        var headers = headers("application/json")
        if let cookie { headers[HTTPHeader("Set-Cookie")] = cookie }
        return HTTPResponse(statusCode: status, headers: headers, body: Data(text.utf8))
    }

    static func json(_ fields: [String: JSONValue], status: HTTPStatusCode = .ok, cookie: String? = nil) -> HTTPResponse {
        json(JSONValue.object(fields).line, status: status, cookie: cookie)
    }

    static func error(_ word: String, status: Int, _ further: [String: JSONValue] = [:]) -> HTTPResponse { error(Problem(word, status: status), further) }

    /// - Parameter further: members of its own.
    static func error(_ problem: Problem, _ further: [String: JSONValue] = [:]) -> HTTPResponse {
        HTTPResponse(statusCode: HTTPStatusCode(problem.status, phrase: "Refused"), headers: headers(Problem.type), body: Data(problem.json(further).utf8))
    }

    /// - Parameter allow: the methods of the path.
    static func wrongMethod(_ allow: String) -> HTTPResponse {
        var answer = error(Problem(.method))
        answer.headers[HTTPHeader("Allow")] = allow
        return answer
    }

    static func file(_ bytes: [UInt8], type: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers(type), body: Data(bytes))
    }

    /// A file of the page, which a browser keeps and asks about each time; nothing of it if the browser has these bytes already.
    /// - Parameter known: If-None-Match.
    static func keptFile(_ file: PageFiles.File, known: String?) -> HTTPResponse {
        var answer = Self.file(file.bytes, type: file.type)
        if file.isCompressed { answer.headers[HTTPHeader("Content-Encoding")] = "gzip" }
        let tag = "\"\(SHA256.digest(of: file.bytes).prefix(20))\""
        answer.headers[HTTPHeader("Cache-Control")] = "no-cache"
        answer.headers[HTTPHeader("ETag")] = tag
        if file.hasBoth { answer.headers[HTTPHeader("Vary")] = "Accept-Encoding" }
        guard Negotiation.has(tag, known) else { return answer }
        answer.headers[HTTPHeader("Content-Encoding")] = nil
        answer.headers[.contentType] = nil
        return HTTPResponse(statusCode: HTTPStatusCode(304, phrase: "Not Modified"), headers: answer.headers)
    }

    static func empty() -> HTTPResponse { HTTPResponse(statusCode: .ok, headers: headers("text/plain"), body: Data()) }

    static func events(_ feed: EventFeed) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers("text/event-stream"), body: HTTPBodySequence(from: feed))
    }

    /// Bytes of a file.
    /// - Parameter name: what a browser calls it when it saves it; `nil` for bytes that it shows.
    static func pieces(_ pieces: FilePieces, savedAs name: String?) -> HTTPResponse {
        var headers = headers("application/octet-stream")
        if let name { headers[HTTPHeader("Content-Disposition")] = "attachment; filename=\"\(name)\"" }
        return HTTPResponse(statusCode: .ok, headers: headers, body: HTTPBodySequence(from: pieces, count: pieces.count))
    }

    private static func headers(_ type: String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers[.contentType] = type
        headers[.connection] = "close"
        for (name, value) in SecurityHeaders.all { headers[HTTPHeader(name)] = value }
        return headers
    }
}
