import Digests

/// Random numbers and digests for cookies, tokens and codes.
package enum Secret {
    /// 256 random bits from the kernel, in hexadecimal.
    package static func random(bytes: Int = 32) -> String {
        var generator = SystemRandomNumberGenerator()  // getrandom(2)
        return (0..<bytes).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// Random digits.
    package static func code(digits: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }

    /// - Parameter purpose: so that one secret's digests for two purposes have nothing in common.
    package static func digest(_ secret: String, for purpose: String) -> String {
        SHA256.digest(of: Array("nodline-web \(purpose)\n\(secret)".utf8))
    }

    /// The token that a page sends with each change. It follows from the cookie, which scripts cannot read.
    package static func token(of cookie: String) -> String { digest(cookie, for: "token") }
}
