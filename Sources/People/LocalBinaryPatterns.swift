/// A face's texture as numbers: the alternative to a network for slow boards.
///
/// The middle of the chip is scaled to 70 × 70 pixels, its histogram equalised, and each pixel described by which of its eight neighbours are not
/// darker. Patterns with at most two changes around the circle ("uniform" ones) have a bin each, all others share one. An embedding is the histograms
/// of 7 × 7 cells, divided by the number of pixels (Ahonen, Hadid and Pietikäinen: Face Description with Local Binary Patterns, 2006).
package enum LocalBinaryPatterns {
    private static let side = 70, cells = 7, bins = 59
    /// Length of an embedding.
    package static let count = cells * cells * bins
    /// The square of the chip that is looked at: from above the brows to below the mouth, without hair and background at the sides.
    private static let left = 24.0, top = 22.0, width = 100.0

    /// The bin of each of the 256 patterns: 0 for those that are not uniform.
    private static let binOfPattern: [Int] = {
        var next = 0
        return (0..<256).map { pattern in
            let turned = (pattern >> 1) | ((pattern & 1) << 7)
            guard (pattern ^ turned).nonzeroBitCount <= 2 else { return 0 }
            next += 1
            return next
        }
    }()

    package static func embedding(of chip: FaceChip) throws(FaceEmbeddingError) -> FaceEmbedding {
        let face = equalised(scaled(chip.pixels))
        var histograms = [Float](repeating: 0, count: count)
        let inner = 1..<(side - 1), share = 1 / Float(inner.count * inner.count)
        for y in inner {
            for x in inner {
                let place = y * side + x, cell = (y * cells / side) * cells + x * cells / side
                histograms[cell * bins + binOfPattern[pattern(of: face, at: place)]] += share
            }
        }
        return try FaceEmbedding(.patterns, histograms)
    }

    private static func pattern(of face: [UInt8], at place: Int) -> Int {
        let middle = face[place]
        var pattern = 0
        for offset in [-side - 1, -side, -side + 1, 1, side + 1, side, side - 1, -1] {
            pattern = pattern << 1 | (face[place + offset] >= middle ? 1 : 0)
        }
        return pattern
    }

    /// The middle of a chip, bilinearly.
    private static func scaled(_ pixels: [UInt8]) -> [UInt8] {
        let step = width / Double(side)
        return (0..<(side * side)).map { place in
            let x = left + (Double(place % side) + 0.5) * step - 0.5, y = top + (Double(place / side) + 0.5) * step - 0.5
            let column = Int(x), row = Int(y), fx = x - Double(column), fy = y - Double(row)
            func luma(_ dx: Int, _ dy: Int) -> Double { Double(pixels[(row + dy) * FaceChip.side + column + dx]) }
            let upper = luma(0, 0) * (1 - fx) + luma(1, 0) * fx, lower = luma(0, 1) * (1 - fx) + luma(1, 1) * fx
            return UInt8((upper * (1 - fy) + lower * fy).rounded())
        }
    }

    /// Histogram equalisation, as OpenCV's `equalizeHist`.
    private static func equalised(_ pixels: [UInt8]) -> [UInt8] {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in pixels { counts[Int(pixel)] += 1 }
        let darkest = counts.first { $0 > 0 } ?? 0, others = pixels.count - darkest
        guard others > 0 else { return pixels }
        var sum = -darkest
        let levels = counts.map { count -> UInt8 in
            sum += count
            return UInt8(max(0, (sum * 255 + others / 2) / others))
        }
        return pixels.map { levels[Int($0)] }
    }
}
