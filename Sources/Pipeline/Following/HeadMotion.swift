import Glibc

/// Motion of a rigid head since a key frame, seen from far away, in the key frame's axes: rotation about the point between the eyes, growth
/// and shift. x is across, y is down, z is towards the camera, all in interocular distances.
package struct HeadMotion: Equatable, Sendable {
    /// Number of parameters of ``MotionFit``: shift (2), growth (1) and rotation (3).
    static let parameters = 6

    var shift = PicturePoint.zero
    var growth = 0.0
    /// Rows of the rotation matrix.
    private(set) var across = SIMD3(1.0, 0, 0)
    private(set) var down = SIMD3(0, 1.0, 0)
    private(set) var forward = SIMD3(0, 0, 1.0)

    package init() {}

    /// Axis of the rotation times the sine of its angle.
    var turn: SIMD3<Double> {
        SIMD3(forward.y - down.z, across.z - forward.x, down.x - across.y) / 2
    }

    /// Change of yaw, pitch and roll in degrees. Exact only for a rotation about one axis; accurate for the small rotations between two
    /// runs of the mesh.
    package var angles: SIMD3<Double> {
        func degrees(_ sine: Double) -> Double { asin(min(1, max(-1, sine))) * 180 / .pi }
        let turn = turn
        return SIMD3(degrees(turn.y), degrees(turn.x), degrees(turn.z))
    }

    /// Position of a point after rotation, before growth and shift.
    func turned(_ place: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((across * place).sum(), (down * place).sum(), (forward * place).sum())
    }

    package func apply(_ place: SIMD3<Double>) -> PicturePoint {
        let turned = turned(place)
        return PicturePoint(turned.x, turned.y) * (1 + growth) + shift
    }

    /// Adds a small rotation; the vector gives its axis, and its length the angle in radians.
    package mutating func turn(by angle: SIMD3<Double>) {
        let a = across + down * -angle.z + forward * angle.y
        let b = down + across * angle.z + forward * -angle.x
        across = a / (a * a).sum().squareRoot()
        let rest = b - across * (b * across).sum()
        down = rest / (rest * rest).sum().squareRoot()
        forward = SIMD3(across.y * down.z - across.z * down.y, across.z * down.x - across.x * down.z,
                        across.x * down.y - across.y * down.x)
    }
}
