/// A length on the face, as a part of another one, and when it was seen.
public struct FaceMeasure: Equatable, Sendable {
    public var value: Double
    /// Seconds, on the clock of the samples. If the face is measured less often than the head, several samples carry the same measurement.
    public var seenAt: Double

    public init(_ value: Double, seenAt: Double) {
        self.value = value
        self.seenAt = seenAt
    }
}
