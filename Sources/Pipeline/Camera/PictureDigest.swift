/// A digest of every 16th row of a frame. Sensor noise gives different frames different digests: in nine recordings of real cameras one
/// pair of 9,529 was identical, and never three in a row.
///
/// It takes a few microseconds at 640 x 480 and allocates no memory.
public struct PictureDigest: Equatable, Sendable {
    static let rowStep = 16

    private let digest: UInt64
    /// All sampled pixels have the same value: a covered lens with clamped black, or saturation by bright light.
    public let isFlat: Bool

    public init(_ frame: Frame) {
        // Four interleaved sums, because a multiplication takes several cycles and they overlap. The factor is FNV-1a's prime.
        var sums = SIMD4<UInt64>(1, 2, 3, 4)
        let first = UInt64(frame.luma[0]) &* 0x0101_0101_0101_0101
        var differences = SIMD4<UInt64>.zero
        for y in stride(from: 0, to: frame.height, by: Self.rowStep) {
            let row = UnsafeRawPointer(frame.luma + y * frame.stride)
            var x = 0
            while x + 32 <= frame.width {
                let words = row.loadUnaligned(fromByteOffset: x, as: SIMD4<UInt64>.self)
                differences |= words ^ first
                sums = (sums ^ words) &* 0x0000_0100_0000_01B3
                x += 32
            }
            while x < frame.width {
                let pixel = UInt64(frame.luma[y * frame.stride + x])
                differences[0] |= pixel ^ (first & 0xFF)
                sums[0] = (sums[0] ^ pixel) &* 0x0000_0100_0000_01B3
                x += 1
            }
        }
        digest = (0..<4).reduce(0) { ($0 ^ sums[$1]) &* 0x0000_0100_0000_01B3 }
        isFlat = differences == .zero
    }
}
