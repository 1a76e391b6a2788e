import CZlib

/// The content that an installed file must have.
///
/// `deploy/fetch` checks the SHA-256 of what comes from the network. Later only damage and other versions are looked for, at each start, by
/// CRC-32: of 12 MB it takes a sixtieth of the instructions (12 million in place of 850 million, 0.7 s of a Raspberry Pi Zero 2 W). Whoever
/// may write where nodline is installed needs no damaged file to change what it does.
package struct PinnedContent: Sendable {
    /// Lower-case hexadecimal.
    package let sha256: String
    /// As ISO 3309 and zlib define it.
    package let crc32: UInt32

    package init(sha256: String, crc32: UInt32) { (self.sha256, self.crc32) = (sha256, crc32) }

    /// - Returns: the SHA-256 of `bytes` if they are others.
    package func otherDigest(of bytes: [UInt8]) -> String? {
        CZlib.crc32_z(0, bytes, bytes.count) == UInt(crc32) ? nil : SHA256.digest(of: bytes)
    }
}
