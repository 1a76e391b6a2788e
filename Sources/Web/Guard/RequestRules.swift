/// Which names a browser may call this machine by, and which pages may send it requests.
package struct RequestRules: Sendable {
    /// In lower case, without port: names, and addresses as browsers write them ("[fe80::1]").
    package let hosts: Set<String>
    /// Whether browsers speak to another program, which encrypts.
    package let isEncrypted: Bool

    /// - Parameters:
    ///   - name: this machine's.
    ///   - addresses: this machine's.
    ///   - further: configured names.
    package init(name: String, addresses: [InternetAddress], further: [String], isEncrypted: Bool) {
        let short = name.split(separator: ".").first.map(String.init) ?? name
        let names = ["localhost", "nodline.local", name, short, short + ".local"] + further
        hosts = Set((names + addresses.map(\.host)).map { $0.lowercased() }.filter { !$0.isEmpty })
        self.isEncrypted = isEncrypted
    }

    /// Why a request is refused; `nil` if it is not.
    /// - Parameter isNamed: whether a key names an origin.
    package func refusal(of head: RequestHead, isNamed: (String) -> Bool = { _ in false }) -> Refusal? {
        guard let host = head.headers["host"]?.lowercased(), hosts.contains(Self.name(of: host)) else { return .host }
        let own = Self.origin(of: host, isEncrypted: isEncrypted)
        let isOpen = OpenPaths.contains(head.path)
        if let origin = head.headers["origin"] {
            if origin.lowercased() != own || head.method == .options { return isOpen && isNamed(origin) ? nil : .origin }
        } else if head.method == .post, !isOpen {
            return .origin  // every browser sends it with a POST; programs send a key instead
        }
        let isRequest = head.target.hasPrefix("/v1/")
        if isRequest, let site = head.headers["sec-fetch-site"], site != "same-origin", site != "none" { return .origin }
        return nil
    }

    /// The origin of the pages of a host, which does not say the port that goes without saying.
    static func origin(of host: String, isEncrypted: Bool) -> String {
        let usual = isEncrypted ? ":443" : ":80", host = host.lowercased()
        return (isEncrypted ? "https://" : "http://") + (host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host)
    }

    /// Without the port, and without the dot that ends a complete name.
    private static func name(of host: String) -> String {
        var name = host[...]
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]"), host[host.index(after: colon)...].allSatisfy({ $0.isASCII && $0.isNumber }) {
            name = host[..<colon]
        }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
