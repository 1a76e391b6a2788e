/// Limits of the iris's movement with the head, in half widths of the eye.
public struct EyeJump: Equatable, Sendable {
    public var ahead: Double
    public var along: Double

    public init(ahead: Double, along: Double) {
        self.ahead = ahead
        self.along = along
    }
}
