/// A part of a ``Neighborhood``'s tiles.
struct TileWindow: Equatable {
    let x: Int, y: Int, width: Int, height: Int

    static let whole = TileWindow(x: 0, y: 0, width: Neighborhood.tiles, height: Neighborhood.tiles)
    /// The tiles around the centre, where the head is.
    static let head = TileWindow(x: 8, y: 6, width: 16, height: 20)

    /// The cells that it covers.
    var columns: Range<Int> { x * Neighborhood.tileSide..<(x + width) * Neighborhood.tileSide }
    var rows: Range<Int> { y * Neighborhood.tileSide..<(y + height) * Neighborhood.tileSide }
}
