/// The distance between the lips, and when it was seen.
public struct MouthOpening: Equatable, Sendable {
    /// The inner lips' distance over the eyes' distance: 0.00 to 0.03 where the mouth is closed.
    public var distance: Double
    /// Seconds, on the clock of the samples. If the lips are looked at less often than the head, several samples carry the same look.
    public var seenAt: Double

    public init(_ distance: Double, seenAt: Double) {
        self.distance = distance
        self.seenAt = seenAt
    }
}
