/// A value for movements to the sides and one for movements up and down.
public struct PerAxis: Equatable, Sendable {
    public var horizontal: Double
    public var vertical: Double

    public init(horizontal: Double, vertical: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    subscript(direction: HeadDirection) -> Double { direction.isHorizontal ? horizontal : vertical }
}
