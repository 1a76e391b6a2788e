// How a head has moved since a key frame.
import Glibc

/// The motion of a rigid head, seen from far away, in a key frame's axes: it turns about the middle between its eyes,
/// grows, and is shifted. Across is x, down is y, and towards the camera is z, all in interocular distances.
package struct HeadMotion: Equatable, Sendable {
    /// What ``MotionFit`` finds: shift, growth and rotation.
    static let parameters = 6

    var shift = PicturePoint.zero
    var growth = 0.0
    /// Rows of the rotation.
    private(set) var across = SIMD3(1.0, 0, 0)
    private(set) var down = SIMD3(0, 1.0, 0)
    private(set) var forward = SIMD3(0, 0, 1.0)

    package init() {}

    /// Axis of the rotation times the sine of its angle.
    var turn: SIMD3<Double> {
        SIMD3(forward.y - down.z, across.z - forward.x, down.x - across.y) / 2
    }

    /// By how much yaw, pitch and roll change, in degrees. Exact for a turn about one of the axes only, and good for the small
    /// turns between two runs of the mesh.
    package var angles: SIMD3<Double> {
        func degrees(_ sine: Double) -> Double { asin(min(1, max(-1, sine))) * 180 / .pi }
        let turn = turn
        return SIMD3(degrees(turn.y), degrees(turn.x), degrees(turn.z))
    }

    /// Where a place goes before it grows and shifts.
    func turned(_ place: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((across * place).sum(), (down * place).sum(), (forward * place).sum())
    }

    package func apply(_ place: SIMD3<Double>) -> PicturePoint {
        let turned = turned(place)
        return PicturePoint(turned.x, turned.y) * (1 + growth) + shift
    }

    /// Turns on by a small rotation, about the axis and by the angle (radians) that a vector's direction and length are.
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
