// Which part of a neighbourhood's tiles is meant.

/// A part of a ``Neighborhood``'s tiles.
struct TileWindow: Equatable {
    let x: Int, y: Int, width: Int, height: Int

    static let whole = TileWindow(x: 0, y: 0, width: Neighborhood.tiles, height: Neighborhood.tiles)
    /// The tiles around the middle, where the head is.
    static let head = TileWindow(x: 8, y: 6, width: 16, height: 20)

    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The tiles that a range of cells fills and a few beside them, never the last of a row or column: the gate looks at
    /// each tile's neighbours.
    init(cells: (x: Range<Int>, y: Range<Int>)) {
        let side = Neighborhood.tileSide, most = Neighborhood.tiles - 1
        width = min(max((cells.x.count / side + 7) / 8 * 8, 8), most / 8 * 8)
        height = min(max(cells.y.count / side, 1), most)
        x = min(max((cells.x.lowerBound + cells.x.upperBound) / 2 / side - width / 2, 0), most - width)
        y = min((cells.y.lowerBound + side - 1) / side, most - height)
    }

    /// The cells that it covers.
    var columns: Range<Int> { x * Neighborhood.tileSide..<(x + width) * Neighborhood.tileSide }
    var rows: Range<Int> { y * Neighborhood.tileSide..<(y + height) * Neighborhood.tileSide }
}
