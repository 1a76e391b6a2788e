/// A direction of a look, always the **user's own**: `left` is where the user's left hand is.
public enum HeadDirection: String, CaseIterable, Sendable {
    case left, right, up, down

    /// `true` for left and right.
    public var isHorizontal: Bool { self == .left || self == .right }

    /// Whether the two lie on one axis, to different sides.
    public func isOpposite(to other: HeadDirection) -> Bool { isHorizontal == other.isHorizontal && self != other }
}
