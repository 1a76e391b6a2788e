/// Examines whole frames for changes that have not been searched: differences from what the scene usually shows.
final class SceneWatch {
    /// Amount of change, in the whole view and in the square part that has most of it, in tiles times grey levels.
    struct News {
        var whole: Float = 0
        var part: Float = 0
        /// Centre of the change in that part, in pixels of the frame.
        var center = PicturePoint.zero
    }

    /// Changes above a tile reduce its weight, by half at `shade` grey levels. From tile to tile this fraction of them is kept: `below`
    /// where there are changes, `gap` where there are none.
    private static let shade: Float = 8, lasting: (below: Float, gap: Float) = (0.9, 0.3)
    /// Limits of each tile's contribution to the change of the whole frame's brightness, in grey levels: since the last frame, and from the
    /// usual brightness.
    private static let mostLight: (step: Float, usual: Float) = (4, 8)

    /// All changes, and those that have come to rest.
    private(set) var news = News()
    private(set) var arrived = News()

    private let partSide: Double
    private let picture = ScenePicture()
    private var tiles = [SceneTile](repeating: SceneTile(showing: 0), count: ScenePicture.mostCount)
    private var weights = [SceneTile.Weights](repeating: .zero, count: ScenePicture.mostCount)
    /// Summed-area table of the weights; one entry more than tiles in a row.
    private var sums = [SceneTile.Weights](repeating: .zero, count: (ScenePicture.mostTiles + 1) * (ScenePicture.mostTiles + 1))
    private var lastTime: Double?

    /// - Parameter partSide: side of a square part, as a fraction of the frame's longer side.
    init(partSide: Double) { self.partSide = partSide }

    /// Starts again with the next frame.
    func restart() { lastTime = nil }

    /// Examines a frame, about a tenth of a second after the last one.
    /// - Parameter isReversed: people are upside down in the view.
    func look(at view: FrameView, isReversed: Bool) {
        let hasSameTiles = picture.take(view.frame), previous = lastTime, count = picture.columns * picture.rows
        lastTime = view.frame.time
        (news, arrived) = (News(), News())
        guard let previous, hasSameTiles, count > 0 else {
            for i in 0..<count { tiles[i] = SceneTile(showing: picture.tiles[i]) }
            return
        }
        let light = light(), passed = SceneTile.Passed(min(max(view.frame.time - previous, 0), 1))
        var isAnythingNew = false
        for i in 0..<count {
            weights[i] = tiles[i].see(picture.tiles[i], light: light, passed)
            if weights[i] != .zero { isAnythingNew = true }
        }
        guard isAnythingNew else { return }
        shadeBodies(up: view.viewToFrame.applyToVector(PicturePoint(0, isReversed ? 1 : -1)))
        findParts()
    }

    /// Records that the whole view was searched.
    func searchWhole() {
        for i in 0..<picture.columns * picture.rows { tiles[i].search(leaving: SceneTile.afterWhole) }
    }

    /// Records that the part between two points of the frame was searched.
    func searchPart(from low: PicturePoint, to high: PicturePoint) {
        let covered = picture.tiles(from: low, to: high)
        for y in covered.y {
            for x in covered.x { tiles[y * picture.columns + x].search(leaving: SceneTile.afterPart) }
        }
    }

    /// Change of the frame's brightness since the last frame, and from the usual one.
    private func light() -> (step: Float, usual: Float) {
        let count = picture.columns * picture.rows, most = Self.mostLight
        var step: Float = 0, usual: Float = 0
        for i in 0..<count {
            step += min(max(picture.tiles[i] - tiles[i].last, -most.step), most.step)
            usual += min(max(picture.tiles[i] - tiles[i].usual, -most.usual), most.usual)
        }
        return (step / Float(count), usual / Float(count))
    }

    /// Reduces the weight of tiles below other changes: a head is at the top of what arrives.
    private func shadeBodies(up: PicturePoint) {
        let isUpright = up.y.magnitude >= up.x.magnitude, isReversed = isUpright ? up.y > 0 : up.x > 0
        let (lines, line, steps, step) = isUpright ? (picture.columns, 1, picture.rows, picture.columns)
            : (picture.rows, picture.columns, picture.columns, 1)
        for i in 0..<lines {
            var above = SceneTile.Weights.zero
            for j in 0..<steps {
                let place = i * line + (isReversed ? steps - 1 - j : j) * step, weight = weights[place]
                weights[place] = weight * Self.shade / (above + Self.shade)
                let lasting = SceneTile.Weights(repeating: Self.lasting.gap).replacing(with: Self.lasting.below, where: weight .> 0)
                above = above * lasting + weight
            }
        }
    }

    private func findParts() {
        let columns = picture.columns, rows = picture.rows, row = columns + 1
        for x in 0...columns { sums[x] = .zero }
        for y in 0..<rows {
            var sum = SceneTile.Weights.zero
            sums[(y + 1) * row] = .zero
            for x in 0..<columns {
                sum += weights[y * columns + x]
                sums[(y + 1) * row + x + 1] = sums[y * row + x + 1] + sum
            }
        }
        let side = max(1, Int((partSide * Double(max(columns, rows))).rounded()))
        let width = min(side, columns), height = min(side, rows)
        var most = (new: Float(-1), arrived: Float(-1)), places = (new: (x: 0, y: 0), arrived: (x: 0, y: 0))
        for y in 0...rows - height {
            for x in 0...columns - width {
                let top = y * row + x, bottom = (y + height) * row + x
                let sum = sums[bottom + width] - sums[top + width] - sums[bottom] + sums[top]
                if sum.y > most.new { (most.new, places.new) = (sum.y, (x, y)) }
                if sum.z > most.arrived { (most.arrived, places.arrived) = (sum.z, (x, y)) }
            }
        }
        let total = sums[rows * row + columns]
        news = News(whole: total.x, part: most.new, center: middle(places.new, width, height, lane: 1))
        arrived = News(whole: total.w, part: most.arrived, center: middle(places.arrived, width, height, lane: 2))
    }

    /// Weighted centre of a part.
    private func middle(_ place: (x: Int, y: Int), _ width: Int, _ height: Int, lane: Int) -> PicturePoint {
        let least: Float = 1e-3  // gives the part's own centre if all weights are 0
        var mass = least, x = least * (Float(place.x) + Float(width) / 2), y = least * (Float(place.y) + Float(height) / 2)
        for row in place.y..<place.y + height {
            for column in place.x..<place.x + width {
                let weight = weights[row * picture.columns + column][lane]
                mass += weight
                x += weight * (Float(column) + 0.5)
                y += weight * (Float(row) + 0.5)
            }
        }
        return picture.point(x: x / mass, y: y / mass)
    }
}
