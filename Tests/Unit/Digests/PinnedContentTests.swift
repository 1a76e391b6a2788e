import Digests
import Testing

@Suite("Pinned content")
struct PinnedContentTests {
    @Test("the digests are those of their standards")
    func standards() {
        // FIPS 180-4's example, and the check value of CRC-32 (ISO 3309).
        #expect(SHA256.digest(of: Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(PinnedContent(sha256: "", crc32: 0xcbf4_3926).otherDigest(of: Array("123456789".utf8)) == nil)
    }

    @Test("one flipped bit anywhere, a lost end and an added byte are found, with the digest of what is there")
    func damage() {
        let content = PinnedContent(sha256: "", crc32: 0xcbf4_3926), bytes = Array("123456789".utf8)
        for bit in 0..<8 * bytes.count {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(content.otherDigest(of: damaged) == SHA256.digest(of: damaged))
        }
        for damaged in [Array(bytes.dropLast()), bytes + [0], []] { #expect(content.otherDigest(of: damaged) == SHA256.digest(of: damaged)) }
    }
}
