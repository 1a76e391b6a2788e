/// The idle zone: a circle around the calibration centre that absorbs natural movement and a shaking camera.
public struct IdleZone: Equatable, Sendable {
    /// Radius in IOD.
    public var radius: Double

    public init(radius: Double) {
        self.radius = radius
    }

    /// Whether an offset lies inside, the edge included.
    public func contains(_ offset: HeadOffset) -> Bool {
        offset.left * offset.left + offset.up * offset.up <= radius * radius
    }
}
