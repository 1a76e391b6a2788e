import Gestures
import Glibc

/// Converts a head's state into the measurements of a face tracker.
package struct SimulatedFace: Sendable {
    private let person: SimulatedPerson
    private var random: SeededGenerator
    /// The lips have their own generator, so that everything else is the same as without them.
    private var lips: SeededGenerator
    /// The opening of a closed mouth, and the mesh's noise, in IOD.
    private static let shut = (opening: 0.02, noise: 0.003)
    private var shape: SimulatedShape
    private var slow = SIMD2<Double>.zero
    private var lastTime = 0.0

    /// Points in IOD relative to the middle between the eyes: x to the user's left, y down, z to the camera.
    private static let eyes = SIMD3(0.5, 0, 0), mouth = SIMD3(0, 1.0, -0.02), nose = SIMD3(0, 0.55, 0.5)
    /// The joint between head and neck.
    private static let pivot = SIMD3(0, 0.9, -1.2)

    package init(_ person: SimulatedPerson, seed: UInt64) {
        self.person = person
        random = SeededGenerator(seed: seed)
        lips = SeededGenerator(seed: ~seed)
        shape = SimulatedShape(seed: seed, person: person.shape)
    }

    /// The measurement of a state at a time.
    package mutating func mark(of state: HeadState, at time: Double) -> HeadMark {
        let past = max(0, time - lastTime)
        lastTime = time
        // The angles' slow error: an Ornstein–Uhlenbeck process with a time constant of two seconds.
        let keep = exp(-past / 2)
        let push = person.wander * (1 - keep * keep).squareRoot()
        slow = slow * keep + SIMD2(random.normal(), random.normal()) * push
        let turned = SIMD3(state.pitch, state.yaw, state.roll + person.roll) * (Double.pi / 180)
        var points: [HeadPoint] = []
        for point in [SIMD3(-1, 1, 1) * Self.eyes, Self.eyes, Self.mouth, Self.nose] {
            points.append(project(point, turned, state) + HeadPoint(random.normal(), random.normal()) * person.pointNoise)
        }
        let roll = turned.z
        // A tracker gives angles along the frame's axes.
        let yaw = state.yaw * cos(roll) + state.pitch * sin(roll), pitch = state.pitch * cos(roll) - state.yaw * sin(roll)
        var face = HeadMark.FacePoints(
            rightEye: points[0], leftEye: points[1], mouth: points[2], nose: points[3],
            yaw: yaw + slow.x + random.normal() * person.angleNoise,
            pitch: pitch + slow.y + random.normal() * person.angleNoise,
            opening: FaceMeasure((Self.shut.opening + state.lips + Self.shut.noise * lips.normal()).magnitude, seenAt: time))
        (face.brows, face.smile) = shape.measures(of: state, at: time)
        return HeadMark(time: time, face: face)
    }

    private func project(_ point: SIMD3<Double>, _ turned: SIMD3<Double>, _ state: HeadState) -> HeadPoint {
        var p = point - Self.pivot
        // Pitch (positive is up: points in front of the pivot rise), then yaw, then roll.
        p = SIMD3(p.x, p.y * cos(turned.x) - p.z * sin(turned.x), p.y * sin(turned.x) + p.z * cos(turned.x))
        p = SIMD3(p.x * cos(turned.y) + p.z * sin(turned.y), p.y, -p.x * sin(turned.y) + p.z * cos(turned.y))
        p = SIMD3(p.x * cos(turned.z) - p.y * sin(turned.z), p.x * sin(turned.z) + p.y * cos(turned.z), p.z)
        p += Self.pivot + SIMD3(state.left, -state.up, 0)
        let depth = person.distance / state.scale - p.z
        return HeadPoint(320, 240) + HeadPoint(p.x, p.y) * (person.size * person.distance / depth)
    }
}
