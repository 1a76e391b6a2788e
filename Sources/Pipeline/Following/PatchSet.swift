import Glibc

/// Template patches of 8 × 8 cells, cut out of a key frame where the face has texture.
///
/// They are found again by inverse compositional alignment (Baker and Matthews, "Lucas-Kanade 20 Years On", 2004): the gradients are the
/// key frame's, so that a step costs one sampling and three sums. Brightness and contrast of each patch are removed (zero mean, gain by
/// projection), so that a change of light does not count as motion.
final class PatchSet {
    /// Maximum number of patches.
    static let capacity = 28
    /// Minimum correlation of a found patch.
    static let foundCorrelation = 0.65
    /// Search radius around the expected position, in cells.
    private static let reach = 4.0
    /// Minimum standard deviation of a patch's texture, in grey levels.
    private static let leastTexture = 2.0

    private struct Patch {
        var place = SIMD3<Double>.zero
        var weight = 0.0
        /// Inverse of the gradients' normal matrix, in cells per grey level, and that matrix normalised.
        var inverse = (xx: 0.0, xy: 0.0, yy: 0.0)
        var information = (xx: 0.0, xy: 0.0, yy: 0.0)
        /// Sum of squares of the zero-mean template, and its products with the gradients.
        var energy: Float = 0
        var along = PicturePoint.zero
    }

    /// Points of the mesh at which a patch may lie, with their weights: the points nearest to a grid of 0.29 by 0.24 interocular distances
    /// over the photograph's face. Mouth and chin move in speech and have less weight.
    private static let candidates: [(point: Int, weight: Double)] = [
        108, 151, 337, 52, 107, 9, 336, 282, 124, 27, 221, 8, 441, 386, 353, 111, 24, 232, 6, 452, 254, 340, 123, 101, 126, 195,
        355, 330, 280, 187, 205, 48, 4, 439, 426, 411, 192, 186, 39, 0, 269, 410, 416,
    ].map { ($0, 1) } + [202, 89, 14, 403, 422, 169, 194, 18, 418, 394].map { ($0, 0.4) }

    private var patches: [Patch] = []
    /// Eight rows each of template, gradient across and gradient down, patch after patch.
    private let rows: UnsafeMutablePointer<SIMD8<Float>>
    private var scores: [Double] = []
    private var ranking: [Double] = []
    /// The shifts that the last search found.
    private(set) var shifts: [PatchShift] = []
    /// Sum of the weights of the key frame's patches.
    private(set) var totalWeight = 0.0

    init() {
        rows = .allocate(capacity: 24 * (Self.candidates.count + 1))
        rows.initialize(repeating: .zero, count: 24 * (Self.candidates.count + 1))
        patches.reserveCapacity(Self.candidates.count)
        scores.reserveCapacity(Self.candidates.count)
        ranking.reserveCapacity(Self.candidates.count)
        shifts.reserveCapacity(Self.candidates.count)
    }

    deinit { rows.deallocate() }

    var count: Int { patches.count }

    // MARK: - Key frame

    /// Cuts the patches out of a key frame in which the mesh has just seen the face.
    func take(from picture: Neighborhood, axes: FaceAxes, mesh: FaceMesh, viewToFrame: AffineTransform) {
        patches.removeAll(keepingCapacity: true)
        totalWeight = 0
        // All candidates are cut and the best are kept: cutting is cheap and happens only at key frames.
        scores.removeAll(keepingCapacity: true)
        let right = MeshTopology.rightEyeCorners, left = MeshTopology.leftEyeCorners
        let eyes = (mesh.depth(right.outer) + mesh.depth(right.inner) + mesh.depth(left.outer) + mesh.depth(left.inner)) / 4
        for candidate in Self.candidates {
            let point = viewToFrame.apply(mesh.point(candidate.point))
            let center = picture.cell(of: point)
            guard picture.shows(center, margin: 6), let (cut, strength) = cut(at: center, from: picture) else { continue }
            var patch = cut
            let place = axes.place(of: point)
            patch.place = SIMD3(place.x, place.y, (mesh.depth(candidate.point) - eyes) / axes.eyeDistance)
            patch.weight = candidate.weight
            scores.append(strength * candidate.weight)
            patches.append(patch)
        }
        keepBest()
        // Gradients refer to cells; the information matrix is rotated into the face's axes. The scale is the same for all patches.
        let c = axes.across / axes.eyeDistance, d = axes.down / axes.eyeDistance
        for i in patches.indices {
            let h = patches[i].information
            func form(_ a: PicturePoint, _ b: PicturePoint) -> Double {
                h.xx * a.x * b.x + h.xy * (a.x * b.y + a.y * b.x) + h.yy * a.y * b.y
            }
            patches[i].information = (form(c, c), form(c, d), form(d, d))
            totalWeight += patches[i].weight
        }
    }

    private func cut(at center: PicturePoint, from picture: Neighborhood) -> (Patch, Double)? {
        let target = rows + 24 * patches.count
        let stride = Neighborhood.side
        let corner = center - PicturePoint(3.5, 3.5)
        let x = Int(corner.x.rounded(.down)), y = Int(corner.y.rounded(.down))
        let fx = Float(corner.x - Double(x)), fy = Float(corner.y - Double(y))
        func row(_ dx: Int, _ dy: Int) -> SIMD8<Float> {
            let start = picture.cells + (y + dy) * stride + x + dx
            let a = Self.load(start), b = Self.load(start + 1)
            let c = Self.load(start + stride), d = Self.load(start + stride + 1)
            let top = a + (b - a) * fx, bottom = c + (d - c) * fx
            return top + (bottom - top) * fy
        }
        var sum = SIMD8<Float>.zero, sumX = sum, sumY = sum
        for r in 0..<8 {
            target[r] = row(0, r)
            target[8 + r] = (row(1, r) - row(-1, r)) * 0.5
            target[16 + r] = (row(0, r + 1) - row(0, r - 1)) * 0.5
            sum += target[r]
            sumX += target[8 + r]
            sumY += target[16 + r]
        }
        let mean = sum.sum() / 64, meanX = sumX.sum() / 64, meanY = sumY.sum() / 64
        var energy = SIMD8<Float>.zero, xx = energy, xy = energy, yy = energy, alongX = energy, alongY = energy
        for r in 0..<8 {
            target[r] -= mean
            target[8 + r] -= meanX
            target[16 + r] -= meanY
            energy += target[r] * target[r]
            xx += target[8 + r] * target[8 + r]
            xy += target[8 + r] * target[16 + r]
            yy += target[16 + r] * target[16 + r]
            alongX += target[r] * target[8 + r]
            alongY += target[r] * target[16 + r]
        }
        var patch = Patch()
        patch.energy = energy.sum()
        patch.along = PicturePoint(Double(alongX.sum()), Double(alongY.sum()))
        guard patch.energy > Float(64 * Self.leastTexture * Self.leastTexture) else { return nil }
        let h = (xx: Double(xx.sum()), xy: Double(xy.sum()), yy: Double(yy.sum()))
        let half = (h.xx + h.yy) / 2
        let root = ((h.xx - h.yy) * (h.xx - h.yy) / 4 + h.xy * h.xy).squareRoot()
        let weaker = half - root
        // A small addition to both diagonal elements keeps a straight edge from sliding along itself.
        let ridge = 0.05 * half + 16
        let a = h.xx + ridge, b = h.yy + ridge, determinant = a * b - h.xy * h.xy
        patch.inverse = (b / determinant, -h.xy / determinant, a / determinant)
        let norm = half + root + ridge
        patch.information = (h.xx / norm, h.xy / norm, h.yy / norm)
        return (patch, (weaker + 0.2 * half).squareRoot())
    }

    private func keepBest() {
        guard patches.count > Self.capacity else { return }
        ranking.removeAll(keepingCapacity: true)
        ranking.append(contentsOf: scores)
        ranking.sort(by: >)  // in place, and without allocation up to 63 values: there are fewer candidates
        let least = ranking[Self.capacity - 1]
        var kept = 0
        for i in patches.indices where scores[i] >= least && kept < Self.capacity {
            if kept != i {
                patches[kept] = patches[i]
                (rows + 24 * kept).update(from: rows + 24 * i, count: 24)
            }
            kept += 1
        }
        patches.removeLast(patches.count - kept)
    }

    @inline(__always)
    private static func load(_ start: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self)
    }

    // MARK: - Search

    /// Searches every patch near the place that `motion` predicts and fills ``shifts``.
    func search(in picture: Neighborhood, axes: FaceAxes, near motion: HeadMotion, steps: Int) {
        shifts.removeAll(keepingCapacity: true)
        for index in patches.indices {
            let patch = patches[index]
            let expected = picture.cell(of: axes.point(motion.apply(patch.place)))
            guard let (found, correlation) = align(index, at: expected, in: picture, steps: steps),
                  correlation >= Self.foundCorrelation
            else { continue }
            let certainty = (correlation - Self.foundCorrelation) / (1 - Self.foundCorrelation)
            shifts.append(PatchShift(from: patch.place, to: axes.place(of: picture.point(of: found)),
                                     information: patch.information, weight: patch.weight * (0.2 + 0.8 * certainty)))
        }
    }

    /// Position of a patch and its correlation there.
    private func align(_ index: Int, at expected: PicturePoint, in picture: Neighborhood, steps: Int)
        -> (PicturePoint, Double)?
    {
        let patch = patches[index], template = rows + 24 * index
        let stride = Neighborhood.side
        var place = expected
        var correlation = 0.0
        for _ in 0..<steps {
            guard picture.shows(place, margin: 5) else { return nil }
            let corner = place - PicturePoint(3.5, 3.5)
            let x = Int(corner.x.rounded(.down)), y = Int(corner.y.rounded(.down))
            let fx = Float(corner.x - Double(x)), fy = Float(corner.y - Double(y))
            var start = UnsafePointer(picture.cells + y * stride + x)
            func across() -> SIMD8<Float> {
                let a = Self.load(start), b = Self.load(start + 1)
                start += stride
                return a + (b - a) * fx
            }
            var above = across()
            var sum = SIMD8<Float>.zero, square = sum, product = sum, alongX = sum, alongY = sum
            for r in 0..<8 {
                let below = across()
                let value = above + (below - above) * fy
                above = below
                sum += value
                square += value * value
                product += value * template[r]
                alongX += value * template[8 + r]
                alongY += value * template[16 + r]
            }
            // Template and gradients have zero mean, so the frame's mean drops out of every product.
            let total = sum.sum(), energy = square.sum() - total * total / 64, dot = product.sum()
            guard energy > 1 else { return nil }
            correlation = Double(dot / (energy * patch.energy).squareRoot())
            let gain = dot / patch.energy
            guard gain > 0.2 else { return nil }
            let bx = Double(alongX.sum() / gain) - patch.along.x
            let by = Double(alongY.sum() / gain) - patch.along.y
            let step = PicturePoint(patch.inverse.xx * bx + patch.inverse.xy * by,
                                    patch.inverse.xy * bx + patch.inverse.yy * by)
            place -= step
            let away = place - expected
            guard (away * away).sum() < Self.reach * Self.reach else { return nil }
            if (step * step).sum() < 0.0009 { break }
        }
        return (place, correlation)
    }
}
