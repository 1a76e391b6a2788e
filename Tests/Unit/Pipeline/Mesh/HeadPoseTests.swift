import Glibc
import Pipeline
import Testing

@Suite("Head pose")
struct HeadPoseTests {
    /// Rotation of a head in the canonical face's axes: x to image right, y up, z to the camera.
    private func turn(_ p: SIMD3<Double>, yaw: Double, pitch: Double, roll: Double) -> SIMD3<Double> {
        let (a, b, c) = (yaw * .pi / 180, pitch * .pi / 180, -roll * .pi / 180)
        let rolled = SIMD3(p.x * cos(c) - p.y * sin(c), p.x * sin(c) + p.y * cos(c), p.z)
        let pitched = SIMD3(rolled.x, rolled.y * cos(b) + rolled.z * sin(b), -rolled.y * sin(b) + rolled.z * cos(b))
        return SIMD3(pitched.x * cos(a) + pitched.z * sin(a), pitched.y, -pitched.x * sin(a) + pitched.z * cos(a))
    }

    @Test("the canonical face, turned and seen in perspective, gives its angles back", arguments: [
        (0.0, 0.0, 0.0), (25, 0, 0), (-25, 0, 0), (0, 20, 0), (0, -20, 0), (0, 0, 30), (0, 0, -30), (20, -15, 10),
        (-35, 10, -20),
    ])
    func angles(yaw: Double, pitch: Double, roll: Double) throws {
        // 60 cm from the camera that MediaPipe assumes: 63° vertical field, here on a 640×480 picture.
        let focal = 480 / (2 * tan(63.0 / 2 * .pi / 180))
        var landmarks = [SIMD3<Float>](repeating: .zero, count: MeshTopology.pointCount)
        var middle = 0.0
        for point in CanonicalFace.points {
            let p = turn(point.position, yaw: yaw, pitch: pitch, roll: roll)
            let depth = 60 - p.z
            let scale = focal / 60
            landmarks[point.index] = SIMD3(Float(320 + focal * p.x / depth), Float(240 - focal * p.y / depth),
                                           Float(-p.z * scale))
            middle += -p.z * scale
        }
        // The solver uses the mean depth of all points, and unweighted ones must not shift it.
        let mean = SIMD3<Float>(320, 240, Float(middle / Double(CanonicalFace.points.count)))
        let weighted = Set(CanonicalFace.points.map(\.index))
        for i in landmarks.indices where !weighted.contains(i) { landmarks[i] = mean }
        var solver = HeadPoseSolver()
        let solved = solver.pose(of: landmarks, width: 640, height: 480)
        let pose = try #require(solved)
        #expect(abs(pose.yaw - yaw) < 2.5, "yaw \(pose.yaw)")
        #expect(abs(pose.pitch - pitch) < 2.5, "pitch \(pose.pitch)")
        #expect(abs(pose.roll - roll) < 2.5, "roll \(pose.roll)")
    }

    @Test("points that all lie in one place have no pose")
    func compact() {
        var solver = HeadPoseSolver()
        #expect(solver.pose(of: [SIMD3<Float>](repeating: SIMD3(5, 5, 0), count: 468), width: 640, height: 480) == nil)
    }

    @Test("a rigid fit finds rotation, scale and shift, also for half a turn", arguments: [0.0, 30, 90, 180])
    func rigidFit(degrees: Double) throws {
        let source = CanonicalFace.points.map(\.position)
        let target = source.map { turn($0, yaw: degrees, pitch: 0, roll: 0) * 2.5 + SIMD3(1, -2, 3) }
        let fit = try #require(source.withUnsafeBufferPointer { source in
            target.withUnsafeBufferPointer { target in
                CanonicalFace.points.map(\.weight).withUnsafeBufferPointer {
                    RigidFit(source: source, target: target, weights: $0)
                }
            }
        })
        #expect(abs(fit.scale - 2.5) < 1e-6)
        for (a, b) in zip(source, target) {
            let away = fit.apply(a) - b
            #expect((away * away).sum() < 1e-9)
        }
    }
}
