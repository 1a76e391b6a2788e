/// Computes where the user looks from the head's place, its angles and the eyes in the head.
///
/// The iris lies on a sphere in front of the plane of the eye's corners. Seen from the camera, it moves against the middle of the corners by
/// the sine of the gaze's angle to the camera times the sphere's radius, less the sine of the head's angle times the distance from
/// the sphere's centre to the corners' plane. The two lengths, in half widths of the eye, are measured values (docs/lab/eyes.md): the
/// iris's way for each degree of the eye, and the iris's way for each degree of the head while the gaze stays on the camera.
public struct GazeModel: Equatable, Sendable {
    public var geometry: GazeGeometry
    /// Size of the upright picture in pixels.
    public var width: Double
    public var height: Double

    /// Way of the iris for a unit of the sine: 0.0136 half widths a degree sideways, 0.010 up and down, where the lids hide a part.
    private static let radius = SIMD2(0.0136, 0.010) * (180 / Double.pi)
    /// The same for the head's turn while the gaze stays: 0.0065 and 0.0015.
    private static let depth = SIMD2(0.0065, 0.0015) * (180 / Double.pi)
    /// Beyond this turn sideways, in degrees, only the nearer eye is used: the other one is partly hidden.
    private static let nearerOnly = 20.0

    public init(_ geometry: GazeGeometry, width: Double, height: Double) {
        self.geometry = geometry
        self.width = width
        self.height = height
    }

    /// Where the user looks; `nil` if it cannot be told: an eye is closed, hidden or too small, or the head is turned too far.
    /// - Parameters:
    ///   - head: in the same frame as the eyes.
    ///   - right: measurement of the user's right eye.
    ///   - left: measurement of the user's left eye.
    public func look(_ head: HeadPointer, right: EyeLook, left: EyeLook) -> GazeLook? {
        let rules = GestureRules(), angles = right.head, across = head.leftward, time = right.seenAt
        guard head.isUsable, right.isFinite, left.isFinite, width > 0 else { return nil }
        // The head's turn along the face's own axis.
        let turn = angles.yaw * across.x - angles.pitch * across.y
        guard turn.magnitude <= rules.farthestEyeTurn, angles.yaw.magnitude < 60, angles.pitch.magnitude < 60 else { return nil }
        var iris = SIMD2<Double>.zero, count = 0.0
        for eye in [right, left] {
            // Turning to the user's left brings the right eye nearer.
            let isFarther = turn.magnitude > Self.nearerOnly && (eye.eye == .right) != (turn > 0)
            if isFarther { continue }
            guard eye.certainty >= rules.eyeCertainty, eye.openness >= rules.closedEye else { return nil }
            iris += SIMD2(-eye.left, eye.up)
            count += 1
        }
        guard count > 0, let eyes = place(head, turn) else { return nil }
        let turned = SIMD2(Self.sum(-angles.yaw, eyes.x / eyes.z), Self.sum(angles.pitch, eyes.y / eyes.z))
        // The iris is measured along the face's axes.
        let right = SIMD2(across.x, across.y), up = SIMD2(-across.y, across.x)
        let own = (iris / count + Self.depth * SIMD2((turned * right).sum(), (turned * up).sum())) / Self.radius
        return GazeLook(eyes: eyes, direction: own.x * right + own.y * up, time: time)
    }

    /// The eyes' place in centimetres from the camera.
    private func place(_ head: HeadPointer, _ turn: Double) -> SIMD3<Double>? {
        let sine = Sine.of(degrees: turn), focal = geometry.focalLength(width: width)
        // Turning the head foreshortens the eyes' distance.
        let distance = geometry.interpupillary / 10 * focal * max(0.5, (1 - sine * sine).squareRoot()) / head.interocularDistance
        guard distance.isFinite, distance > 1 else { return nil }
        // The pointer lies below the eyes; its distance from them is small against the eyes' distance from the camera.
        let x = -(head.position.x - width / 2) / focal, y = -(head.position.y - height / 2) / focal
        return SIMD3(x, y, 1) * distance
    }

    /// Sine of the sum of an angle in degrees and one given by its tangent.
    private static func sum(_ degrees: Double, _ tangent: Double) -> Double {
        let sine = Sine.of(degrees: degrees), cosine = (1 - sine * sine).squareRoot()
        return (sine + cosine * tangent) / (1 + tangent * tangent).squareRoot()
    }
}
