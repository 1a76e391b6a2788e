/// How far the eyes are open, and when it was seen.
public struct LidOpening: Equatable, Sendable {
    /// The lids' mean distance over the eye's width, of the user's own right and left eye: 0.2 to 0.4 in an open eye.
    public var right: Double
    public var left: Double
    /// Seconds, on the clock of the samples. If the lids are measured less often than the head, several samples carry the same measurement.
    public var seenAt: Double

    public init(right: Double, left: Double, seenAt: Double) {
        self.right = right
        self.left = left
        self.seenAt = seenAt
    }
}
