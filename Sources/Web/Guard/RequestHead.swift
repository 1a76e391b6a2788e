/// The head of an HTTP/1.1 request (RFC 9112), read strictly: what two programs could read in two ways is refused.
package struct RequestHead: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET", post = "POST"
        /// A browser asks whether a page of another origin may send a request (Fetch standard, CORS preflight).
        case options = "OPTIONS"
        /// One that the server refuses, with those that the path has.
        case other = "PUT"
    }

    /// Bytes of a head, with its empty line.
    package static let longest = 8192
    /// Bytes of a body; the appliance reads at most 4096.
    package static let longestBody = 8192
    private static let longestTarget = 512

    /// The headers that are passed on to the server; all others are dropped. None may come twice, but for lists.
    private static let passed = [
        "host", "origin", "cookie", "content-type", "x-nodline-token", "authorization", "access-control-request-private-network",
    ] + lists
    /// Headers that are lists, which may come in several lines (RFC 9110, 5.3).
    private static let lists = ["accept-encoding", "if-none-match"]
    private static let read = passed + ["content-length", "transfer-encoding", "sec-fetch-site"]

    package let method: Method
    /// Whether the answer's body is wanted, too; not for HEAD, which else is a GET (RFC 9110, 9.3.2).
    package let wantsBody: Bool
    /// Path and query.
    package let target: String
    package var path: Substring { target.prefix { $0 != "?" } }
    /// By name in lower case.
    package let headers: [String: String]
    /// Bytes of the body.
    package let length: Int

    /// - Parameter bytes: the head with its empty line.
    package init(_ bytes: some Collection<UInt8>) throws(Refusal) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        }
        guard let first = lines.first, let start = Self.text(first) else { throw .badRequest }
        let words = start.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw .badRequest }
        guard Self.isTarget(words[1]) else { throw .notFound }
        let isOpen = OpenPaths.contains(words[1].prefix { $0 != "?" })
        let wantsBody = words[0] != "HEAD", known = wantsBody ? Method(rawValue: String(words[0])) ?? .other : .get
        guard isOpen || known == .get || known == .post else { throw .method }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let name = Self.text(line[..<colon])?.lowercased(),
                  !name.isEmpty, !name.contains(where: { $0 == " " || $0 == "\t" })  // no folded lines, no "Host :"
            else { throw .badRequest }
            guard Self.read.contains(name) else { continue }
            guard let value = Self.text(line[line.index(after: colon)...]).map(Self.trimmed) else { throw .badRequest }
            guard let previous = headers[name] else { headers[name] = value; continue }
            guard Self.lists.contains(name) else { throw .badRequest }
            headers[name] = previous + ", " + value
        }
        guard headers["transfer-encoding"] == nil else { throw .noLength }
        guard headers["host"] != nil else { throw .badRequest }
        let digits = headers["content-length"] ?? "0"
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), !digits.isEmpty else { throw .badRequest }
        guard let length = Int(digits), length <= Self.longestBody else { throw .bodyTooLong }
        (method, self.wantsBody) = (known, wantsBody)
        target = String(words[1])
        self.headers = headers
        self.length = length
    }

    /// The head for the server, which sees only what was understood here.
    /// - Parameters:
    ///   - peer: the client's address.
    ///   - visit: the request's number in ``Visits``.
    ///   - isOfScreen: the board's own screen sent it.
    package func passedOn(from peer: String, visit: Int, isOfScreen: Bool = false) -> [UInt8] {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\nConnection: close\r\nContent-Length: \(length)\r\nX-Nodline-Peer: \(peer)\r\n"
        text += "X-Nodline-Visit: \(visit)\r\n"
        if isOfScreen { text += "X-Nodline-Screen: 1\r\n" }
        for name in Self.passed { if let value = headers[name] { text += "\(name): \(value)\r\n" } }
        return Array((text + "\r\n").utf8)
    }

    /// Plain characters only: no escapes, which could hide "..", and no "//".
    private static func isTarget(_ target: Substring) -> Bool {
        guard target.first == "/", target.utf8.count <= longestTarget, !target.contains(".."), !target.contains("//") else { return false }
        return target.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "/-_.?=&".utf8.contains(byte)
            }
        }
    }

    /// Text of visible ASCII characters, spaces and tabs.
    private static func text(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ text: String) -> String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
