/// A user's own correction of the gaze: for each axis, an offset and a gain of the sine of the angle to the camera.
public struct GazeCorrection: Equatable, Sendable {
    public var offset = SIMD2(0.0, 0.0)
    public var gain = SIMD2(1.0, 1.0)

    public init() {}

    public func apply(to look: GazeLook) -> GazeLook {
        var look = look
        look.direction = offset + gain * look.direction
        return look
    }
}
