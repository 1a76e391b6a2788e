/// Rough motion of a head between two frames by block matching on tiles: full search by the sum of absolute differences, after removing the
/// difference in mean brightness, with a parabola through the minimum.
enum CoarseSearch {
    /// Side of the matched block and largest shift, both in tiles.
    private static let window = 16
    private static let reach = 6
    /// A shift is accepted if its cost is below this fraction of the cost of no shift.
    private static let gain: Float = 0.9

    /// The head's shift in pixels of the frame.
    static func shift(from before: Neighborhood, to now: Neighborhood, around center: PicturePoint) -> PicturePoint {
        guard before.block == now.block else { return .zero }
        let tiles = Neighborhood.tiles, size = before.block * Neighborhood.tileSide
        // Whole tiles between the origins of the two neighbourhoods.
        let moved = (x: (now.originX - before.originX) / size, y: (now.originY - before.originY) / size)
        let middle = before.cell(of: center) / Double(Neighborhood.tileSide)
        func corner(_ middle: Double) -> Int { min(max(Int(middle.rounded()) - window / 2, 0), tiles - window) }
        guard middle.x.isFinite, middle.y.isFinite else { return .zero }
        let left = corner(middle.x), top = corner(middle.y)
        let bias = mean(now.coarse) - mean(before.coarse)
        let xs = range(left, moved.x), ys = range(top, moved.y)
        guard xs.contains(0), ys.contains(0) else { return .zero }
        func cost(_ dx: Int, _ dy: Int) -> Float {
            guard xs.contains(dx), ys.contains(dy) else { return .infinity }
            let a = before.coarse + top * tiles + left
            let b = now.coarse + (top - moved.y + dy) * tiles + left - moved.x + dx
            return difference(a, b, bias: bias)
        }
        let still = cost(0, 0)
        var best = (x: 0, y: 0, cost: still * gain)
        for dy in ys {
            for dx in xs {
                let cost = cost(dx, dy)
                if cost < best.cost { best = (dx, dy, cost) }
            }
        }
        guard best.x != 0 || best.y != 0 else { return .zero }
        let x = Double(best.x) + vertex(cost(best.x - 1, best.y), best.cost, cost(best.x + 1, best.y))
        let y = Double(best.y) + vertex(cost(best.x, best.y - 1), best.cost, cost(best.x, best.y + 1))
        return PicturePoint(x, y) * Double(size)
    }

    /// Shifts that keep the block inside the second neighbourhood.
    private static func range(_ corner: Int, _ moved: Int) -> ClosedRange<Int> {
        let place = corner - moved
        let low = max(-reach, -place), high = min(reach, Neighborhood.tiles - window - place)
        return low <= high ? low...high : 1...1
    }

    private static func difference(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, bias: Float) -> Float {
        let biases = SIMD8<Float>(repeating: bias)
        var sum = SIMD8<Float>.zero
        for row in 0..<window {
            for half in 0..<2 {
                let offset = (row &* Neighborhood.tiles &+ half &* 8) &* 4
                let before = UnsafeRawPointer(a).loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                let now = UnsafeRawPointer(b).loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                let difference: SIMD8<Float> = now - before - biases
                // Clears the sign bit: pointwiseMax is one call per lane with Swift 6.
                sum += unsafeBitCast(unsafeBitCast(difference, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
            }
        }
        return sum.sum()
    }

    private static func mean(_ tiles: UnsafePointer<Float>) -> Float {
        var sum = SIMD8<Float>.zero
        let count = Neighborhood.tiles * Neighborhood.tiles
        for i in stride(from: 0, to: count, by: 8) {
            sum += UnsafeRawPointer(tiles).loadUnaligned(fromByteOffset: i * 4, as: SIMD8<Float>.self)
        }
        return sum.sum() / Float(count)
    }

    private static func vertex(_ before: Float, _ at: Float, _ after: Float) -> Double {
        let curvature = before - 2 * at + after
        guard curvature.isFinite, curvature > 0 else { return 0 }
        return Double(min(max((before - after) / (2 * curvature), -0.5), 0.5))
    }
}
