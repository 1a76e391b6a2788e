/// Tells how much has moved between two frames, by comparing tiles. A global change of brightness does not count; the noise floor
/// is learned; a shift counts from a given size on, independently of contrast.
struct MotionGate {
    /// Bounds of the noise variance of tile differences, in squared grey levels, and the factor above it that counts as motion.
    private static let noiseRange: ClosedRange<Float> = 0.1...1.5
    private static let timesNoise: Float = 2.5

    /// Estimated variance of the noise.
    private var noise = noiseRange.lowerBound

    /// How much two sets of tiles differ: above 1, by more than noise and light.
    ///
    /// - Parameters:
    ///   - window: the compared tiles; their width is a multiple of 8.
    ///   - shift: smallest shift that counts, in tiles.
    mutating func difference(_ before: UnsafePointer<Float>, _ now: UnsafePointer<Float>, window: TileWindow,
                             shift: Float) -> Float {
        var sum = SIMD8<Float>.zero, square = sum, slope = sum
        for y in window.y..<window.y + window.height {
            for x in stride(from: window.x, to: window.x + window.width, by: 8) {
                let place = y &* Neighborhood.tiles &+ x
                let here = load(before + place), difference = load(now + place) - here
                sum += difference
                square += difference * difference
                // Forward differences only, because both neighbours are cheap to load: the next float and the next row.
                let across = load(before + place + 1) - here, down = load(before + place + Neighborhood.tiles) - here
                slope += across * across + down * down
            }
        }
        let count = Float(window.width * window.height)
        let mean = sum.sum() / count
        let variance = square.sum() / count - mean * mean
        // The estimate falls quickly and rises slowly, so that motion is not learned as noise.
        noise = variance < noise ? noise + (variance - noise) * 0.2 : min(noise * 1.03, variance)
        noise = min(max(noise, Self.noiseRange.lowerBound), Self.noiseRange.upperBound)
        return variance / (Self.timesNoise * noise + shift * shift * slope.sum() / count / 2)
    }

    @inline(__always)
    private func load(_ start: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self)
    }
}
