import Glibc
import Platform

/// Judges the name or address of a broker.
enum BrokerName {
    /// What was expected instead; `nil` for what can be one.
    static func advice(_ server: String) -> String? {
        let usual = "a name or an address, without a port and without mqtt://"
        if server.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || "/@[]?#\\\"'".utf8.contains($0) }) { return unbracketed(server) ?? usual }
        if server.contains(",") { return "a point in place of each comma: server = \(server.replacing(",", with: ".").quoted)" }
        guard server.contains(":"), !isAddress(server) else { return unnamed(server) }
        let parts = server.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return usual }
        guard let port = UInt16(parts[1]) else { return usual }
        return split(String(parts[0]), port)
    }

    /// For what is no name, because it is of numbers alone or begins with a dash.
    private static func unnamed(_ server: String) -> String? {
        if server.hasPrefix("-") { return "a name, which begins with a letter or a digit" }
        var room = in_addr()
        guard !server.isEmpty, server.allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }), inet_pton(AF_INET, server, &room) != 1 else { return nil }
        return "an address of four numbers from 0 to 255, as 192.168.1.5, or a name"
    }

    /// An IPv6 address, perhaps with the name of an interface.
    private static func isAddress(_ text: String) -> Bool {
        var room = in6_addr()
        return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &room) == 1
    }

    /// For an IPv6 address in brackets, as in URLs.
    private static func unbracketed(_ server: String) -> String? {
        guard server.hasPrefix("["), let end = server.firstIndex(of: "]") else { return nil }
        let address = String(server[server.index(after: server.startIndex)..<end]), rest = server[server.index(after: end)...]
        guard isAddress(address) else { return nil }
        if rest.isEmpty { return "an address without brackets: server = \(address.quoted)" }
        return UInt16(rest.dropFirst()).flatMap { rest.hasPrefix(":") ? split(address, $0) : nil }
    }

    private static func split(_ name: String, _ port: UInt16) -> String {
        "the port in a line of its own: server = \(name.quoted) and port = \(port)"
    }
}
