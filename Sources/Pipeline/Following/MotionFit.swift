// From the shifts of many patches to the motion of one head.

/// One patch's measured place, and how sure it is in each direction.
struct PatchShift {
    /// In the key frame's axes, where the patch was and where it is now.
    var from: PicturePoint
    var relief: Double
    var to: PicturePoint
    /// Information in both directions of the axes and between them, at most 1.
    var information: (xx: Double, xy: Double, yy: Double)
    var weight: Double
}

/// Robust least squares (iteratively reweighted, with Geman and McClure's weights) with a prior that a head neither
/// stretches nor shears much. Keeps its own scratch memory.
final class MotionFit {
    /// Standard deviations in interocular distances: of a patch's shift that is not an outlier, and of the priors. Those of
    /// the parallax, aside and down, were chosen by the head's angles against the mesh's: looser ones let the nose run ahead
    /// of the head.
    private static let patchDeviation = 0.009
    private static let stretchDeviation = 0.05
    private static let parallaxDeviation = (x: 0.03, y: 0.06)
    /// The parallax that a way up or down leads one to expect, by that way: a face goes down because the head nods, about a
    /// joint some three interocular distances behind it. Without that, quick nods came out half as large as they were.
    private static let nodParallax = 0.35
    /// Standard deviation of a face's relief from the canonical one, in interocular distances. A turn makes shifts of it
    /// that are no fault of the patches: the fit must not leave out, because of them, just those that show the turn.
    private static let reliefDeviation = 0.1
    private static let rounds = 4

    private let count = HeadMotion.parameters
    private let normal: UnsafeMutablePointer<Double>
    /// How well each patch went along with the last fit, 0…1, and what it weighed, which forgives what its relief may do.
    private(set) var inliers: [Double] = []
    private var weights: [Double] = []

    init() {
        normal = .allocate(capacity: HeadMotion.parameters * (HeadMotion.parameters + 1))
        inliers.reserveCapacity(64)
        weights.reserveCapacity(64)
    }

    deinit { normal.deallocate() }

    /// The motion, or `nil` where the patches carry none.
    func motion(of patches: [PatchShift], near prior: HeadMotion) -> HeadMotion? {
        inliers.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        for _ in patches {
            inliers.append(1)
            weights.append(1)
        }
        var motion = prior
        for round in 0..<Self.rounds {
            // The first rounds forgive more, so that a bad start does not throw out the good patches.
            let scale = Self.patchDeviation * (round == 0 ? 6 : round == 1 ? 3 : 1.5)
            if round > 0 {
                let turn = (motion.parallax * motion.parallax).sum()
                for i in patches.indices {
                    let error = patches[i].to - motion.apply(patches[i].from, relief: patches[i].relief)
                    let h = patches[i].information
                    let distance = h.xx * error.x * error.x + 2 * h.xy * error.x * error.y + h.yy * error.y * error.y
                    inliers[i] = Self.part(distance, scale * scale)
                    weights[i] = Self.part(distance, scale * scale + turn * Self.reliefDeviation * Self.reliefDeviation)
                }
            }
            guard let next = solve(patches) else { return nil }
            motion = next
        }
        return motion
    }

    /// Geman and McClure's weight of a squared distance.
    private static func part(_ distance: Double, _ scale: Double) -> Double {
        let part = 1 / (1 + distance / scale)
        return part * part
    }

    private func solve(_ patches: [PatchShift]) -> HeadMotion? {
        let width = count + 1
        normal.update(repeating: 0, count: count * width)
        for (i, patch) in patches.enumerated() {
            let weight = patch.weight * weights[i]
            guard weight > 1e-4 else { continue }
            let u = patch.from, d = patch.to - patch.from, z = patch.relief
            // Columns: shift x and y, growth, turn, stretch, shear, parallax x and y (beside what the shift lets expect).
            let rowX = SIMD8<Double>(1, 0, u.x, -u.y, u.x, u.y, z, 0)
            let rowY = SIMD8<Double>(0, 1 + Self.nodParallax * z, u.y, u.x, -u.y, u.x, 0, z)
            let h = patch.information
            let a = (rowX * h.xx + rowY * h.xy) * weight, b = (rowX * h.xy + rowY * h.yy) * weight
            for k in 0..<count {
                for l in 0..<count { normal[k * width + l] += a[k] * rowX[l] + b[k] * rowY[l] }
                normal[k * width + count] += a[k] * d.x + b[k] * d.y
            }
        }
        func expect(_ index: Int, _ deviation: Double) {
            let ratio = Self.patchDeviation / deviation
            normal[index * width + index] += ratio * ratio
        }
        for index in 2...3 { expect(index, 1) }
        for index in 4...5 { expect(index, Self.stretchDeviation) }
        expect(6, Self.parallaxDeviation.x)
        expect(7, Self.parallaxDeviation.y)
        guard eliminate() else { return nil }
        func value(_ k: Int) -> Double { normal[k * width + count] }
        return HeadMotion(shift: PicturePoint(value(0), value(1)), growth: value(2), turn: value(3), stretch: value(4),
                          shear: value(5), parallax: PicturePoint(value(6), value(7) + Self.nodParallax * value(1)))
    }

    /// Gauss and Jordan; the matrix is symmetric and, with the priors, positive where two patches lie apart.
    private func eliminate() -> Bool {
        let width = count + 1
        for k in 0..<count {
            let pivot = normal[k * width + k]
            guard pivot > 1e-9, pivot.isFinite else { return false }
            for l in k..<width { normal[k * width + l] /= pivot }
            for row in 0..<count where row != k {
                let factor = normal[row * width + k]
                guard factor != 0 else { continue }
                for l in k..<width { normal[row * width + l] -= factor * normal[k * width + l] }
            }
        }
        return true
    }
}
