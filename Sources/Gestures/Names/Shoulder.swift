/// A shoulder towards which the head tilts, always the **user's own**.
public enum Shoulder: String, CaseIterable, Sendable {
    case left, right

    /// The same side as a direction.
    public var direction: HeadDirection { self == .left ? .left : .right }
}
