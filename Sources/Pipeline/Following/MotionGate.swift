// Whether anything has moved between two pictures of the same place.

/// Compares tiles. A change of brightness everywhere is no motion; noise is learned; a shift counts from a certain
/// size on, whatever the picture's contrast.
struct MotionGate {
    /// Variance of the tiles' differences, in squared grey levels, that noise makes at least and at most, and how many
    /// times what noise makes is a motion.
    private static let noiseRange: ClosedRange<Float> = 0.1...1.5
    private static let timesNoise: Float = 2.5

    /// The variance that noise alone makes, as far as is known.
    private var noise = noiseRange.lowerBound

    /// Whether two sets of tiles differ by more than noise and light.
    ///
    /// - Parameters:
    ///   - window: the tiles that are compared, a multiple of 8 across.
    ///   - shift: in tiles; a smaller one is none.
    mutating func hasMoved(_ before: UnsafePointer<Float>, _ now: UnsafePointer<Float>, window: TileWindow,
                           shift: Float) -> Bool {
        var sum = SIMD8<Float>.zero, square = sum, slope = sum
        for y in window.y..<window.y + window.height {
            for x in stride(from: window.x, to: window.x + window.width, by: 8) {
                let place = y &* Neighborhood.tiles &+ x
                let here = load(before + place), difference = load(now + place) - here
                sum += difference
                square += difference * difference
                // Only forward differences: a tile's neighbours are one row of memory, or one step, away.
                let across = load(before + place + 1) - here, down = load(before + place + Neighborhood.tiles) - here
                slope += across * across + down * down
            }
        }
        let count = Float(window.width * window.height)
        let mean = sum.sum() / count
        let variance = square.sum() / count - mean * mean
        // Quick to fall, slow to rise: motion must not be learned as noise.
        noise = variance < noise ? noise + (variance - noise) * 0.2 : min(noise * 1.03, variance)
        noise = min(max(noise, Self.noiseRange.lowerBound), Self.noiseRange.upperBound)
        return variance > Self.timesNoise * noise + shift * shift * slope.sum() / count / 2
    }

    @inline(__always)
    private func load(_ start: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self)
    }
}
