/// What a request's headers say of the answer that its client wants (RFC 9110, 12.5.3 and 13.1.2).
package enum Negotiation {
    /// Whether a client takes gzip. What it says of gzip goes before what it says of all codings.
    /// - Parameter header: Accept-Encoding; `nil` if there is none.
    package static func takesGzip(_ header: String?) -> Bool {
        var all = false
        for coding in elements(header) {
            let parts = coding.split(separator: ";").map(trimmed)
            guard let name = parts.first?.lowercased(), name == "gzip" || name == "x-gzip" || name == "*" else { continue }
            let isWanted = !parts.dropFirst().contains(where: isNothing)
            if name != "*" { return isWanted }
            all = isWanted
        }
        return all
    }

    /// Whether a client has what a tag stands for already.
    /// - Parameter header: If-None-Match; `nil` if there is none.
    package static func has(_ tag: String, _ header: String?) -> Bool {
        elements(header).contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }

    private static func elements(_ header: String?) -> [String] { (header ?? "").split(separator: ",").map(trimmed) }

    /// "q=0", "q=0.000"
    private static func isNothing(_ parameter: String) -> Bool {
        let text = parameter.lowercased().filter { $0 != " " }
        return text.hasPrefix("q=0") && text.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
