// A small picture of the head's surroundings, always of the same size, on which motion is measured.

/// Block means of a frame's luma around a head, at two scales.
///
/// The block's side follows the head's size, so that every later step costs the same near and far.
final class Neighborhood {
    /// Side of the picture in its own pixels, called cells.
    static let side = 128
    /// Cells along a side of one tile of the coarser picture, and tiles along a side.
    static let tileSide = 4
    static let tiles = side / tileSide
    /// Cells that an interocular distance spans at most; more than half as many where the picture has them. An eye then
    /// has enough texture, and a hundredth of that distance is a fifth of a cell or more.
    private static let mostCells = 40.0
    private static let largestBlock = 32
    /// No head is further away than this, in pixels of the frame; what seems so is a senseless number.
    private static let furthest = 1e6
    /// Tiles by which the head may be off the middle before the picture goes after it.
    private static let slack = 2.5

    /// Row by row, brightness 0…255.
    let cells: UnsafeMutablePointer<Float>
    /// Means of 4 × 4 cells.
    let coarse: UnsafeMutablePointer<Float>
    /// Pixels of the frame along a block's side, a power of two.
    private(set) var block = 1
    /// The frame's pixel at which the first block begins; may lie outside.
    private(set) var originX = 0
    private(set) var originY = 0
    /// Cells that lie within the frame: the others repeat its edge.
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

    /// Lays the picture around a point of the frame, for an interocular distance in the frame's pixels.
    func place(around center: PicturePoint, eyeDistance: Double) {
        guard center.x.magnitude < Self.furthest, center.y.magnitude < Self.furthest else { return }
        block = 1
        while block < Self.largestBlock, eyeDistance > Self.mostCells * Double(block) { block *= 2 }
        let half = Double(block * Self.side) / 2
        originX = Int((center.x - half).rounded())
        originY = Int((center.y - half).rounded())
    }

    /// Lays the picture where another one lies, or by whole tiles beside it where `center` would be too far from the
    /// middle: tiles of both then cover the same pixels.
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

    /// Whether both show the same pixels of their frames.
    func liesLike(_ other: Neighborhood) -> Bool {
        block == other.block && originX == other.originX && originY == other.originY
    }

    /// Takes the picture, or the part of it that some tiles cover, from a frame. A frame that is not reached at all gives
    /// black.
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

    /// A point of the frame in cells, such that whole numbers are centres of cells.
    func cell(of point: PicturePoint) -> PicturePoint {
        (point - PicturePoint(Double(originX), Double(originY))) / Double(block) - PicturePoint(0.5, 0.5)
    }

    /// The frame's point at a place in cells.
    func point(of cell: PicturePoint) -> PicturePoint {
        (cell + PicturePoint(0.5, 0.5)) * Double(block) + PicturePoint(Double(originX), Double(originY))
    }

    /// Whether a square of cells around a cell shows the frame.
    func shows(_ cell: PicturePoint, margin: Double) -> Bool {
        cell.x - margin >= Double(inside.x.lowerBound) && cell.x + margin < Double(inside.x.upperBound - 1)
            && cell.y - margin >= Double(inside.y.lowerBound) && cell.y + margin < Double(inside.y.upperBound - 1)
    }

    /// The cells along one axis whose blocks lie wholly within the frame.
    private static func reach(_ origin: Int, _ block: Int, _ size: Int) -> Range<Int> {
        let first = max(0, (-origin + block - 1) / block), last = min(side, (size - origin) / block)
        return origin < size && first < last ? first..<last : 0..<0
    }

    /// Reads a byte of every cache line that ``average`` will want, so that memory is waited for once and not row by row.
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
            // What costs is memory that no cache holds yet, so few rows of a block speak for all of them: one of two, two
            // of four or more.
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
