/// The cookie by which a paired browser is known.
package struct SessionCookie: Sendable {
    /// Behind TLS, browsers take a cookie of this name only from an encrypted page, and for this host alone.
    let name: String
    private let isEncrypted: Bool

    package init(isEncrypted: Bool) { (self.isEncrypted, name) = (isEncrypted, isEncrypted ? "__Host-nodline" : "nodline") }

    /// The header Set-Cookie.
    func header(_ value: String) -> String {
        "\(name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict" + (isEncrypted ? "; Secure" : "")
    }

    /// The cookies of this name in the header Cookie.
    func values(in header: String?) -> [String] {
        (header ?? "").split(separator: ";").compactMap { part in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return pair.count == 2 && pair[0] == name ? String(pair[1]) : nil
        }
    }
}
