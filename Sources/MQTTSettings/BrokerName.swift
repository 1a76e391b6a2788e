import Glibc

/// Judges the name or address of a broker.
enum BrokerName {
    /// What was expected instead; `nil` for what can be one.
    static func advice(_ server: String) -> String? {
        let usual = "a name or an address, without a port and without mqtt://"
        if server.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || "/@[]?#\\\"'".utf8.contains($0) }) { return unbracketed(server) ?? usual }
        guard server.contains(":"), !isAddress(server) else { return nil }
        let parts = server.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return usual }
        guard let port = UInt16(parts[1]) else { return usual }
        return split(String(parts[0]), port)
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
        if rest.isEmpty { return "an address without brackets: server = \"\(address)\"" }
        return UInt16(rest.dropFirst()).flatMap { rest.hasPrefix(":") ? split(address, $0) : nil }
    }

    private static func split(_ name: String, _ port: UInt16) -> String {
        "the port in a line of its own: server = \"\(name)\" and port = \(port)"
    }
}
