/// Block means of a frame's luma around a head, at two scales. Motion is measured on them.
///
/// The block's side follows the head's size, so that all later steps cost the same near and far.
final class Neighborhood {
    /// Side of the neighbourhood in block means, called cells.
    static let side = 128
    /// Cells along the side of a tile of the coarser scale, and tiles along the side of the neighbourhood.
    static let tileSide = 4
    static let tiles = side / tileSide
    /// Upper limit of cells per interocular distance; there are more than half as many if the frame has enough pixels. An eye then has
    /// enough texture, and a hundredth of that distance is at least a fifth of a cell.
    private static let mostCells = 40.0
    private static let largestBlock = 32
    /// Largest plausible distance of a head from the origin, in pixels of the frame.
    private static let furthest = 1e6
    /// Distance of the head from the centre, in tiles, at which the neighbourhood follows it.
    private static let slack = 2.5

    /// Brightness 0…255, row by row.
    let cells: UnsafeMutablePointer<Float>
    /// Means of 4 × 4 cells.
    let coarse: UnsafeMutablePointer<Float>
    /// Pixels of the frame along a block's side, a power of two.
    private(set) var block = 1
    /// Pixel of the frame at which the first block begins; may lie outside the frame.
    private(set) var originX = 0
    private(set) var originY = 0
    /// Cells that lie within the frame. The others repeat the frame's edge.
    private(set) var inside = (x: 0..<side, y: 0..<side)

    private var touched: UInt8 = 0
    private let sums: UnsafeMutablePointer<UInt16>

    init() {
        cells = .allocate(capacity: Self.side * Self.side)
        coarse = .allocate(capacity: Self.tiles * Self.tiles)
        sums = .allocate(capacity: Self.side * Self.largestBlock)
        cells.initialize(repeating: 0, count: Self.side * Self.side)
        coarse.initialize(repeating: 0, count: Self.tiles * Self.tiles)
        sums.initialize(repeating: 0, count: Self.side * Self.largestBlock)
    }

    deinit {
        cells.deallocate()
        coarse.deallocate()
        sums.deallocate()
    }

    /// Places the neighbourhood around a point, for an interocular distance; both in the frame's pixels.
    func place(around center: PicturePoint, eyeDistance: Double) {
        guard center.x.magnitude < Self.furthest, center.y.magnitude < Self.furthest else { return }
        block = 1
        while block < Self.largestBlock, eyeDistance > Self.mostCells * Double(block) { block *= 2 }
        let half = Double(block * Self.side) / 2
        originX = Int((center.x - half).rounded())
        originY = Int((center.y - half).rounded())
    }

    /// Places the neighbourhood where another one lies. If `center` would be too far from its middle, it is displaced by whole tiles, so
    /// that tiles of both still cover the same pixels.
    func place(like other: Neighborhood, keeping center: PicturePoint?) {
        block = other.block
        originX = other.originX
        originY = other.originY
        guard let center, center.x.magnitude < Self.furthest, center.y.magnitude < Self.furthest else { return }
        let tile = Double(block * Self.tileSide)
        let middle = PicturePoint(Double(other.originX), Double(other.originY)) + Double(block * Self.side) / 2
        let away = (center - middle) / tile
        let isNear = max(away.x.magnitude, away.y.magnitude) < Self.slack
        guard !isNear else { return }
        originX += Int(away.x.rounded()) * Int(tile)
        originY += Int(away.y.rounded()) * Int(tile)
    }

    /// Whether both cover the same pixels of their frames.
    func liesLike(_ other: Neighborhood) -> Bool {
        block == other.block && originX == other.originX && originY == other.originY
    }

    /// Computes the block means, or those of a window of tiles, from a frame. All are 0 if the window lies outside the frame.
    func fill(from frame: Frame, _ window: TileWindow = .whole) {
        inside = (Self.reach(originX, block, frame.width), Self.reach(originY, block, frame.height))
        let columns = inside.x.clamped(to: window.columns), rows = inside.y.clamped(to: window.rows)
        guard !columns.isEmpty, !rows.isEmpty else {
            cells.update(repeating: 0, count: Self.side * Self.side)
            coarse.update(repeating: 0, count: Self.tiles * Self.tiles)
            return
        }
        touch(rows, columns, of: frame)
        for row in rows { average(row, columns, window, of: frame) }
        for row in window.rows.lowerBound..<rows.lowerBound { copyRow(rows.lowerBound, to: row) }
        for row in rows.upperBound..<window.rows.upperBound { copyRow(rows.upperBound - 1, to: row) }
        averageTiles(window)
    }

    /// A point of the frame in cells; integer coordinates are centres of cells.
    func cell(of point: PicturePoint) -> PicturePoint {
        (point - PicturePoint(Double(originX), Double(originY))) / Double(block) - PicturePoint(0.5, 0.5)
    }

    /// The frame's point at a position in cells.
    func point(of cell: PicturePoint) -> PicturePoint {
        (cell + PicturePoint(0.5, 0.5)) * Double(block) + PicturePoint(Double(originX), Double(originY))
    }

    /// Whether a square of cells around `cell` lies within the frame.
    func shows(_ cell: PicturePoint, margin: Double) -> Bool {
        cell.x - margin >= Double(inside.x.lowerBound) && cell.x + margin < Double(inside.x.upperBound - 1)
            && cell.y - margin >= Double(inside.y.lowerBound) && cell.y + margin < Double(inside.y.upperBound - 1)
    }

    /// The cells along one axis whose blocks lie completely within the frame.
    private static func reach(_ origin: Int, _ block: Int, _ size: Int) -> Range<Int> {
        let first = max(0, (-origin + block - 1) / block), last = min(side, (size - origin) / block)
        return origin < size && first < last ? first..<last : 0..<0
    }

    /// Prefetches the cache lines for ``average``: reads one byte of each.
    private func touch(_ rows: Range<Int>, _ columns: Range<Int>, of frame: Frame) {
        var sum: UInt8 = 0
        for row in rows {
            let start = frame.luma + (originY + row * block) * frame.stride + originX + columns.lowerBound * block
            for x in Swift.stride(from: 0, to: columns.count * block, by: 64) { sum &+= start[x] }
        }
        touched = sum
    }

    private func average(_ row: Int, _ columns: Range<Int>, _ window: TileWindow, of frame: Frame) {
        let count = columns.count * block
        let start = frame.luma + (originY + row * block) * frame.stride + originX + columns.lowerBound * block
        let line = cells + row * Self.side
        if block == 1 {
            for x in 0..<count { line[columns.lowerBound &+ x] = Float(start[x]) }
        } else {
            // Reading memory that is not in the cache is the main cost, so only some rows of a block are averaged: one of two, two of four
            // or more.
            for x in 0..<count { sums[x] = UInt16(start[x]) }
            if block > 2 {
                let second = start + block / 2 * frame.stride
                for x in 0..<count { sums[x] &+= UInt16(second[x]) }
            }
            var width = block, count = count
            while width > 2 {
                width /= 2
                count /= 2
                for x in 0..<count { sums[x] = sums[2 &* x] &+ sums[2 &* x &+ 1] }
            }
            let scale = 1 / Float(block > 2 ? 2 * block : block)
            for x in 0..<columns.count {
                line[columns.lowerBound &+ x] = Float(sums[2 &* x] &+ sums[2 &* x &+ 1]) * scale
            }
        }
        for x in window.columns.lowerBound..<columns.lowerBound { line[x] = line[columns.lowerBound] }
        for x in columns.upperBound..<window.columns.upperBound { line[x] = line[columns.upperBound - 1] }
    }

    private func copyRow(_ source: Int, to row: Int) {
        (cells + row * Self.side).update(from: cells + source * Self.side, count: Self.side)
    }

    private func averageTiles(_ window: TileWindow) {
        for tileRow in window.y..<window.y + window.height {
            let rows = UnsafeRawPointer(cells + tileRow * Self.tileSide * Self.side)
            for tile in window.x..<window.x + window.width {
                var sum = SIMD4<Float>.zero
                for row in 0..<Self.tileSide {
                    sum += rows.loadUnaligned(fromByteOffset: (row * Self.side + tile * 4) * 4, as: SIMD4<Float>.self)
                }
                coarse[tileRow * Self.tiles + tile] = sum.sum() / 16
            }
        }
    }
}
