/// A patch's measured position and its certainty in each direction.
struct PatchShift {
    /// Position in the key frame and now, both in the key frame's axes.
    var from: SIMD3<Double>
    var to: PicturePoint
    /// Information matrix along the two axes and between them, at most 1.
    var information: (xx: Double, xy: Double, yy: Double)
    var weight: Double
}

/// Fits the motion of one head to the shifts of many patches: robust least squares (iteratively reweighted with Geman and McClure's
/// weights; each round is a Gauss–Newton step) with a prior for the motion of heads. Keeps its own scratch memory.
final class MotionFit {
    /// Standard deviation of an inlier's shift, in interocular distances.
    private static let patchDeviation = 0.009
    /// Standard deviation of the rotation in pitch and yaw, in radians, from the value predicted by the shift. A face moves down because
    /// the head nods about a joint about two interocular distances behind it. A sideways shift predicts no rotation, because it has many
    /// causes.
    private static let turnDeviation = 0.06
    private static let nodPerShift = 0.45
    /// Standard deviation of the mesh's depths, in interocular distances. During a turn, depth errors add to the residuals. The fit must
    /// not reject for that reason the very patches that show the turn.
    private static let depthDeviation = 0.05
    private static let rounds = 4

    private let count = HeadMotion.parameters
    private let normal: UnsafeMutablePointer<Double>
    /// Weight of each patch in the last fit, 0…1.
    private(set) var inliers: [Double] = []

    init() {
        normal = .allocate(capacity: HeadMotion.parameters * (HeadMotion.parameters + 1))
        inliers.reserveCapacity(64)
    }

    deinit { normal.deallocate() }

    /// The motion, or `nil` if the patches do not determine one.
    func motion(of patches: [PatchShift], near prior: HeadMotion) -> HeadMotion? {
        inliers.removeAll(keepingCapacity: true)
        for _ in patches { inliers.append(1) }
        var motion = prior
        for round in 0..<Self.rounds {
            // The first rounds use a wider scale, so that a bad start does not reject good patches.
            let scale = Self.patchDeviation * (round == 0 ? 6 : round == 1 ? 3 : 1.5)
            if round > 0 {
                let axis = motion.turn, turn = axis.x * axis.x + axis.y * axis.y
                let forgiven = scale * scale + turn * Self.depthDeviation * Self.depthDeviation
                for i in patches.indices {
                    let error = patches[i].to - motion.apply(patches[i].from)
                    let h = patches[i].information
                    let distance = h.xx * error.x * error.x + 2 * h.xy * error.x * error.y + h.yy * error.y * error.y
                    let part = 1 / (1 + distance / forgiven)
                    inliers[i] = part * part  // Geman and McClure's weight
                }
            }
            guard let next = step(from: motion, patches) else { return nil }
            motion = next
        }
        return motion
    }

    private func step(from motion: HeadMotion, _ patches: [PatchShift]) -> HeadMotion? {
        let width = count + 1
        let scale = 1 + motion.growth
        normal.update(repeating: 0, count: count * width)
        for (i, patch) in patches.enumerated() {
            let weight = patch.weight * inliers[i]
            guard weight > 1e-4 else { continue }
            let p = motion.turned(patch.from)
            let d = patch.to - PicturePoint(p.x, p.y) * scale - motion.shift
            // Columns: shift across and down, growth, rotation about the axis across, the axis down and the axis towards the camera.
            let rowX = SIMD8<Double>(1, 0, p.x, 0, scale * p.z, -scale * p.y, 0, 0)
            let rowY = SIMD8<Double>(0, 1, p.y, -scale * p.z, 0, scale * p.x, 0, 0)
            let h = patch.information
            let a = (rowX * h.xx + rowY * h.xy) * weight, b = (rowX * h.xy + rowY * h.yy) * weight
            for k in 0..<count {
                for l in 0..<count { normal[k * width + l] += a[k] * rowX[l] + b[k] * rowY[l] }
                normal[k * width + count] += a[k] * d.x + b[k] * d.y
            }
        }
        /// Prior: `parameter`, whose current value is `value`, is about `-ratio` times the shift down.
        func expect(_ parameter: Int, now value: Double, ratio: Double = 0, deviation: Double) {
            let weight = (Self.patchDeviation / deviation) * (Self.patchDeviation / deviation)
            let rest = value + ratio * motion.shift.y
            normal[parameter * width + parameter] += weight
            normal[parameter * width + 1] += weight * ratio
            normal[1 * width + parameter] += weight * ratio
            normal[1 * width + 1] += weight * ratio * ratio
            normal[parameter * width + count] -= weight * rest
            normal[1 * width + count] -= weight * ratio * rest
        }
        let turn = motion.turn
        expect(2, now: motion.growth, deviation: 1)
        expect(3, now: turn.x, ratio: Self.nodPerShift, deviation: Self.turnDeviation)
        expect(4, now: turn.y, deviation: Self.turnDeviation)
        expect(5, now: turn.z, deviation: 1)
        guard eliminate() else { return nil }
        func value(_ k: Int) -> Double { normal[k * width + count] }
        var next = motion
        next.shift += PicturePoint(value(0), value(1))
        next.growth += value(2)
        next.turn(by: SIMD3(value(3), value(4), value(5)))
        return next
    }

    /// Gauss–Jordan elimination. The matrix is symmetric and, with the priors, positive definite if two patches lie apart.
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
