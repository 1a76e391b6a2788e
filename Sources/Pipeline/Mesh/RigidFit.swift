/// A similarity transform of space: `scale · rotation · p + translation`.
package struct RigidFit: Sendable {
    /// Rows of the rotation matrix.
    package var rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    package var scale: Double
    package var translation: SIMD3<Double>

    /// The weighted least-squares fit of `source` onto `target`, or `nil` if the points do not determine one (all in one place, or not
    /// finite).
    ///
    /// Scale and translation are MediaPipe's (procrustes_solver.cc: weighted orthogonal Procrustes). The rotation is found as a quaternion
    /// (Horn 1987, "Closed-form solution of absolute orientation using unit quaternions"): the same optimum without a singular value
    /// decomposition and without reflections to correct.
    package init?(source: UnsafeBufferPointer<SIMD3<Double>>, target: UnsafeBufferPointer<SIMD3<Double>>,
          weights: UnsafeBufferPointer<Double>) {
        var total = 0.0
        var sourceMean = SIMD3<Double>.zero
        var targetMean = SIMD3<Double>.zero
        for i in 0..<source.count {
            total += weights[i]
            sourceMean += source[i] * weights[i]
            targetMean += target[i] * weights[i]
        }
        guard total > 0 else { return nil }
        sourceMean /= total
        targetMean /= total
        var sx = SIMD3<Double>.zero, sy = SIMD3<Double>.zero, sz = SIMD3<Double>.zero
        var spread = 0.0
        for i in 0..<source.count {
            let p = source[i] - sourceMean
            let q = (target[i] - targetMean) * weights[i]
            sx += p.x * q
            sy += p.y * q
            sz += p.z * q
            spread += weights[i] * (p * p).sum()
        }
        guard spread > 1e-9, (sx + sy + sz).sum().isFinite else { return nil }
        rotation = Self.rotation(sx, sy, sz)
        // trace(R · Sᵀ): projection of the rotated source onto the target.
        let reach = (rotation.0 * SIMD3(sx.x, sy.x, sz.x)).sum() + (rotation.1 * SIMD3(sx.y, sy.y, sz.y)).sum()
            + (rotation.2 * SIMD3(sx.z, sy.z, sz.z)).sum()
        scale = reach / spread
        guard scale > 1e-9 else { return nil }
        translation = .zero
        translation = targetMean - apply(sourceMean)
    }

    package func apply(_ p: SIMD3<Double>) -> SIMD3<Double> {
        scale * SIMD3((rotation.0 * p).sum(), (rotation.1 * p).sum(), (rotation.2 * p).sum()) + translation
    }

    /// Horn's 4×4 matrix from the cross-covariance (rows: source x, y, z), its largest eigenvector by Jacobi rotations, and the rotation of
    /// this quaternion.
    private static func rotation(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>)
        -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    {
        var rows = (
            SIMD4(x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x),
            SIMD4(y.z - z.y, x.x - y.y - z.z, x.y + y.x, z.x + x.z),
            SIMD4(z.x - x.z, x.y + y.x, y.y - x.x - z.z, y.z + z.y),
            SIMD4(x.y - y.x, z.x + x.z, y.z + z.y, z.z - x.x - y.y))
        var vectors = (SIMD4(1.0, 0, 0, 0), SIMD4(0.0, 1, 0, 0), SIMD4(0.0, 0, 1, 0), SIMD4(0.0, 0, 0, 1))
        let q = withUnsafeMutableBytes(of: &rows) { rows in
            withUnsafeMutableBytes(of: &vectors) { vectors in
                largestEigenvector(rows.bindMemory(to: SIMD4<Double>.self), vectors.bindMemory(to: SIMD4<Double>.self))
            }
        }
        let (w, a, b, c) = (q[0], q[1], q[2], q[3])
        return (
            SIMD3(w * w + a * a - b * b - c * c, 2 * (a * b - w * c), 2 * (a * c + w * b)),
            SIMD3(2 * (a * b + w * c), w * w - a * a + b * b - c * c, 2 * (b * c - w * a)),
            SIMD3(2 * (a * c - w * b), 2 * (b * c + w * a), w * w - a * a - b * b + c * c))
    }

    /// Cyclic Jacobi: `m` symmetric 4×4, `v` the identity on entry, eigenvectors in its rows on return.
    private static func largestEigenvector(_ m: UnsafeMutableBufferPointer<SIMD4<Double>>,
                                           _ v: UnsafeMutableBufferPointer<SIMD4<Double>>) -> SIMD4<Double> {
        for _ in 0..<16 {
            var offDiagonal = 0.0
            for p in 0..<3 {
                for q in (p + 1)..<4 where m[p][q] != 0 {
                    offDiagonal += m[p][q] * m[p][q]
                    let theta = (m[q][q] - m[p][p]) / (2 * m[p][q])
                    let t = (theta >= 0 ? 1.0 : -1.0) / (theta.magnitude + (theta * theta + 1).squareRoot())
                    let c = 1 / (t * t + 1).squareRoot()
                    let s = t * c
                    for k in 0..<4 {
                        let a = m[k][p], b = m[k][q]
                        m[k][p] = c * a - s * b
                        m[k][q] = s * a + c * b
                    }
                    let a = m[p], b = m[q]
                    m[p] = c * a - s * b
                    m[q] = s * a + c * b
                    let d = v[p], e = v[q]
                    v[p] = c * d - s * e
                    v[q] = s * d + c * e
                }
            }
            if offDiagonal < 1e-24 { break }
        }
        var best = 0
        for i in 1..<4 where m[i][i] > m[best][best] { best = i }
        return v[best]
    }
}
