/// A point on the plane of the screen, in centimetres from the camera, from the user's own point of view.
public struct GazePoint: Equatable, Sendable {
    /// Positive to the user's right.
    public var right: Double
    /// Positive up.
    public var up: Double

    public init(right: Double, up: Double) {
        self.right = right
        self.up = up
    }

    public var isFinite: Bool { right.isFinite && up.isFinite }
}
