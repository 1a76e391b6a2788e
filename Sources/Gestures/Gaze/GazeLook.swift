/// Where the user looks at one moment: the place of the eyes, and the direction of gaze.
public struct GazeLook: Equatable, Sendable {
    /// The middle between the eyes in centimetres from the camera: to the user's right, up, and away from the screen.
    public var eyes: SIMD3<Double>
    /// Sines of the angles between the line from the eyes to the camera and the line of sight: to the user's right, and up.
    public var direction: SIMD2<Double>
    /// Seconds, on the clock of the samples.
    public var time: Double

    public init(eyes: SIMD3<Double>, direction: SIMD2<Double>, time: Double) {
        self.eyes = eyes
        self.direction = direction
        self.time = time
    }

    var isFinite: Bool { eyes.x.isFinite && eyes.y.isFinite && eyes.z.isFinite && direction.x.isFinite && direction.y.isFinite }

    /// Where the line of sight meets the plane of the screen; `nil` if it does not, or only far away.
    public var point: GazePoint? {
        guard let x = Self.meeting(eyes.x / eyes.z, direction.x), let y = Self.meeting(eyes.y / eyes.z, direction.y) else { return nil }
        return GazePoint(right: eyes.x + eyes.z * x, up: eyes.y + eyes.z * y)
    }

    /// The direction in which a point lies.
    public func direction(to point: GazePoint) -> SIMD2<Double> {
        SIMD2(Self.sine(eyes.x / eyes.z, (point.right - eyes.x) / eyes.z), Self.sine(eyes.y / eyes.z, (point.up - eyes.y) / eyes.z))
    }

    /// Largest tangent of an angle to the screen's normal: 65°.
    private static let steepest = 2.14

    /// Tangent of the line of sight to the screen's normal.
    /// - Parameters:
    ///   - place: tangent of the direction in which the camera sees the eyes.
    ///   - sine: of the angle between the line to the camera and the line of sight.
    private static func meeting(_ place: Double, _ sine: Double) -> Double? {
        guard sine.magnitude < 0.95 else { return nil }
        let tangent = sine / (1 - sine * sine).squareRoot(), denominator = 1 + place * tangent
        guard denominator > 0.1 else { return nil }
        let met = (tangent - place) / denominator
        return met.magnitude <= steepest ? met : nil
    }

    /// The inverse of ``meeting(_:_:)``.
    private static func sine(_ place: Double, _ met: Double) -> Double {
        let tangent = (met + place) / (1 - met * place)
        return tangent / (1 + tangent * tangent).squareRoot()
    }
}
