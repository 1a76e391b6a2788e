/// Mean brightness of a frame's tiles, at most 32 along its longer side.
final class ScenePicture {
    static let mostTiles = 32
    static let mostCount = mostTiles * mostTiles
    /// Rows of pixels that are averaged for a tile: reading memory that is not in the cache is the main cost.
    private static let rowsPerTile = 4

    /// Row by row, ``columns`` to a row.
    let tiles: UnsafeMutablePointer<Float>
    private(set) var columns = 0
    private(set) var rows = 0
    /// Pixels along a tile's side, a multiple of eight.
    private(set) var side = 8
    private var origin = (x: 0, y: 0)

    init() {
        tiles = .allocate(capacity: Self.mostCount)
        tiles.initialize(repeating: 0, count: Self.mostCount)
    }

    deinit { tiles.deallocate() }

    /// Computes the tiles. A frame that is smaller than a tile has none.
    /// - Returns: whether the layout of the tiles is the same as before.
    func take(_ frame: Frame) -> Bool {
        let eights = (max(frame.width, frame.height) + 8 * Self.mostTiles - 1) / (8 * Self.mostTiles)
        let previous = (columns, rows, side)
        side = 8 * max(eights, 1)
        (columns, rows) = (frame.width / side, frame.height / side)
        origin = ((frame.width - columns * side) / 2, (frame.height - rows * side) / 2)
        let scale = 1 / Float(Self.rowsPerTile * side)
        for row in 0..<rows {
            for column in 0..<columns {
                let start = UnsafeRawPointer(frame.luma + (origin.y + row * side) * frame.stride + origin.x + column * side)
                var sums = SIMD8<UInt16>.zero
                for line in 0..<Self.rowsPerTile {
                    let pixels = start + (2 * line + 1) * side / (2 * Self.rowsPerTile) * frame.stride
                    for x in stride(from: 0, to: side, by: 8) {
                        sums &+= SIMD8(truncatingIfNeeded: pixels.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
                    }
                }
                tiles[row * columns + column] = Float(SIMD8<UInt32>(truncatingIfNeeded: sums).wrappedSum()) * scale
            }
        }
        return previous == (columns, rows, side)
    }

    /// The frame's point at a position in tiles.
    func point(x: Float, y: Float) -> PicturePoint {
        PicturePoint(Double(x), Double(y)) * Double(side) + PicturePoint(Double(origin.x), Double(origin.y))
    }

    /// The tiles whose centres lie between two points of the frame.
    func tiles(from low: PicturePoint, to high: PicturePoint) -> (x: Range<Int>, y: Range<Int>) {
        func range(_ low: Double, _ high: Double, _ origin: Int, _ count: Int) -> Range<Int> {
            func tile(_ value: Double) -> Int {
                Int(min(max((value - Double(origin)) / Double(side) + 0.5, 0), Double(count)))
            }
            return tile(low)..<max(tile(low), tile(high))
        }
        return (range(low.x, high.x, origin.x, columns), range(low.y, high.y, origin.y, rows))
    }
}
