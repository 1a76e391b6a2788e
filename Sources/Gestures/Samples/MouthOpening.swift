/// The distance between the lips, and when it was seen.
public struct MouthOpening: Equatable, Sendable {
    /// Distance of the inner lips over the distance of the eyes: 0.00 to 0.03 with the mouth closed.
    public var distance: Double
    /// Seconds, on the clock of the samples. If the lips are measured less often than the head, several samples carry the same measurement.
    public var seenAt: Double

    public init(_ distance: Double, seenAt: Double) {
        self.distance = distance
        self.seenAt = seenAt
    }
}
