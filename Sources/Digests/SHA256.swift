import CDigest

/// SHA-256 (FIPS 180-4), by libmd.
package enum SHA256 {
    /// The digest of `bytes`: 64 lower-case hexadecimal digits.
    package static func digest(of bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: 65)  // 64 digits and the terminating zero
        _ = SHA256Data(bytes, bytes.count, &text)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
}
