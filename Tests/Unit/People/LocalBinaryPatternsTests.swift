import Testing
import People

@Suite("Local binary patterns")
struct LocalBinaryPatternsTests {
    /// Blobs, other ones for each seed.
    private func chip(seed: Int, _ change: (Double) -> Double = { $0 }) throws -> FaceChip {
        let pixels = (0..<FaceChip.byteCount).map { place -> UInt8 in
            let x = place % FaceChip.side, y = place / FaceChip.side
            let value = 110 + Double((x * (seed + 3) + y * 2) % 40) + Double((x * y / (seed + 5)) % 30)
            return UInt8(min(max(change(value), 0), 255))
        }
        return try #require(FaceChip(pixels: pixels, eyeDistance: 60))
    }

    @Test("do not change with brightness and contrast, and do with the picture")
    func light() throws {
        let bright = try LocalBinaryPatterns.embedding(of: chip(seed: 1) { 2 * $0 - 180 }), dark = try LocalBinaryPatterns.embedding(of: chip(seed: 1) { $0 - 60 })
        let other = try LocalBinaryPatterns.embedding(of: chip(seed: 2))
        let same = try #require(bright.distance(to: dark)), unlike = try #require(bright.distance(to: other))
        #expect(same < 0.1)
        #expect(unlike > 3 * same)
    }

    @Test("of a chip without any contrast are numbers too", arguments: [0, 128, 255] as [UInt8])
    func flat(level: UInt8) throws {
        let chip = try #require(FaceChip(pixels: [UInt8](repeating: level, count: FaceChip.byteCount), eyeDistance: 60))
        let embedding = try LocalBinaryPatterns.embedding(of: chip)
        #expect(abs(embedding.numbers.reduce(0, +) - 1) < 1e-3)
    }
}
