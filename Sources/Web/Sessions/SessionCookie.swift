/// The cookie by which a paired browser is known.
package struct SessionCookie: Sendable {
    /// A browser sends one, and some more if another program of this machine has set its own. Each costs a digest, before any limit of requests.
    private static let most = 8

    /// Behind TLS, browsers take a cookie of this name only from an encrypted page, and for this host alone.
    let name: String
    private let isEncrypted: Bool

    package init(isEncrypted: Bool) { (self.isEncrypted, name) = (isEncrypted, isEncrypted ? "__Host-nodline" : "nodline") }

    /// The header Set-Cookie.
    func header(_ value: String) -> String {
        "\(name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict" + (isEncrypted ? "; Secure" : "")
    }

    /// The cookies of this name in the header Cookie, at most ``most``.
    func values(in header: String?) -> [String] {
        var values: [String] = []
        for part in (header ?? "").split(separator: ";") where values.count < Self.most {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2, pair[0] == name { values.append(String(pair[1])) }
        }
        return values
    }
}
