// Where the head is turned, from four points.
import Glibc

extension HeadPose {
    /// The angles that eyes, mouth and nose tip give, seen from far away (orthographic projection: DeMenthon and Davis,
    /// "Model-based object pose in 25 lines of code", 1995, without its iterations), or `nil` where they carry none.
    ///
    /// On real footage within 35° of frontal the angles rise as the mesh's do (0.94 to 1.1 times, apart from a constant)
    /// and stray by 1° to 3°.
    ///
    /// - Parameter points: in pixels of the upright, unmirrored view.
    package init?(points: FacePoints) {
        let origin = (points.rightEye + points.leftEye) / 2
        let eyes = points.leftEye - points.rightEye, mouth = points.mouth - origin, nose = points.noseTip - origin
        // Rows of the rotation, times the scale: each is the answer of one axis of the picture to the head's three.
        func row(_ eyes: Double, _ mouth: Double, _ nose: Double) -> SIMD3<Double> {
            let m = CanonicalFace.mouth, n = CanonicalFace.noseTip
            let determinant = m.y * n.z - m.z * n.y
            return SIMD3(eyes / CanonicalFace.eyeDistance, (mouth * n.z - nose * m.z) / determinant,
                         (nose * m.y - mouth * n.y) / determinant)
        }
        let x = row(eyes.x, mouth.x, nose.x), y = -row(eyes.y, mouth.y, nose.y)
        let lengths = (x: (x * x).sum().squareRoot(), y: (y * y).sum().squareRoot())
        guard lengths.x > 0, lengths.y > 0, lengths.x.isFinite, lengths.y.isFinite else { return nil }
        // Noise leaves them not quite at a right angle: each gives half.
        let i = x / lengths.x, j = y / lengths.y, overlap = (i * j).sum() / 2
        let right = i - j * overlap, up = j - i * overlap
        let a = right / (right * right).sum().squareRoot(), b = up / (up * up).sum().squareRoot()
        let towardsZ = a.x * b.y - a.y * b.x  // the third row is their cross product
        let degrees = 180 / Double.pi
        self.init(yaw: atan2(a.z, towardsZ) * degrees, pitch: asin(min(1, max(-1, b.z))) * degrees,
                  roll: -atan2(b.x, b.y) * degrees)
    }
}

extension CanonicalFace {
    /// In centimetres: mouth (between points 61 and 291, on the lips) and nose tip (point 4), from between the eyes.
    fileprivate static let mouth = SIMD3(0.0, -6.96, 1.2)
    fileprivate static let noseTip = SIMD3(0.0, -3.08, 4.12)
}
