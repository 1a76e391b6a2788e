import Glibc

/// Angles of the head in degrees, from the user's own point of view.
public struct HeadPose: Equatable, Sendable {
    /// Positive to the user's left.
    public var yaw: Double
    /// Positive up.
    public var pitch: Double
    /// Positive towards the user's left shoulder.
    public var roll: Double

    public init(yaw: Double, pitch: Double, roll: Double) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    var isFinite: Bool { yaw.isFinite && pitch.isFinite && roll.isFinite }
}

/// Fits the canonical face to a mesh (MediaPipe: face_geometry/libs/geometry_pipeline.cc). Keeps its own scratch
/// memory, so that a fit allocates nothing.
package struct HeadPoseSolver {
    /// Vertical field of view that MediaPipe assumes, in radians (63°); near plane 1 cm.
    private static let heightAtNear = 2 * tan(63.0 / 2 * .pi / 180)

    private let canonical: [SIMD3<Double>]
    private let weights: [Double]
    private let indices: [Int]
    private var screen: [SIMD3<Double>]
    private var metric: [SIMD3<Double>]

    package init() {
        let points = CanonicalFace.points
        canonical = points.map(\.position)
        weights = points.map(\.weight)
        indices = points.map(\.index)
        screen = canonical
        metric = canonical
    }

    /// The head's angles, or `nil` if the mesh is too compact to define any.
    ///
    /// - Parameters:
    ///   - landmarks: 468 points in pixels of the view; z in the same unit, negative towards the camera.
    ///   - width: width of the view in pixels.
    ///   - height: height of the view in pixels.
    package mutating func pose(of landmarks: [SIMD3<Float>], width: Int, height: Int) -> HeadPose? {
        // Step 1: project onto the near plane of the assumed camera, y upwards.
        let unit = Self.heightAtNear / Double(height)
        let corner = SIMD3(-Double(width) / 2, Double(height) / 2, 0)
        var depth = 0.0
        for landmark in landmarks { depth += Double(landmark.z) }
        depth *= unit / Double(landmarks.count)
        for (i, index) in indices.enumerated() {
            screen[i] = (SIMD3(1, -1, 1) * SIMD3<Double>(landmarks[index]) + corner) * unit
        }
        // Steps 2 and 3: find the scale twice, first in orthographic projection, then in perspective.
        for i in screen.indices { metric[i] = screen[i] * SIMD3(1, 1, -1) }
        guard let first = fit() else { return nil }
        unproject(depth: depth, scale: first.scale)
        guard let second = fit() else { return nil }
        // Steps 4 and 5: metric points and the pose.
        unproject(depth: depth, scale: first.scale * second.scale)
        guard let pose = fit() else { return nil }
        let r = pose.rotation
        let degrees = 180 / Double.pi
        return HeadPose(yaw: atan2(r.0.z, r.2.z) * degrees, pitch: asin(min(1, max(-1, r.1.z))) * degrees,
                        roll: -atan2(r.1.x, r.1.y) * degrees)
    }

    private mutating func unproject(depth: Double, scale: Double) {
        for i in screen.indices {
            let z = (screen[i].z - depth + 1) / scale
            metric[i] = SIMD3(screen[i].x * z, screen[i].y * z, -z)
        }
    }

    private func fit() -> RigidFit? {
        canonical.withUnsafeBufferPointer { canonical in
            metric.withUnsafeBufferPointer { metric in
                weights.withUnsafeBufferPointer { RigidFit(source: canonical, target: metric, weights: $0) }
            }
        }
    }
}
