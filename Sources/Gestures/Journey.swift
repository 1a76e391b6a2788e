/// The movement behind a gesture or a rejection: from the moment at which the head left its rest until it was back.
public struct Journey: Equatable, Sendable {
    /// When the head left its rest, in seconds; of several swings the first one.
    public var began: Double
    /// When it was back, in seconds; for a hold that begins, and for what was interrupted, the moment at which that was known.
    public var ended: Double
    /// The threshold that held in the movement's direction, in IOD: the configured one, or more where the head is restless.
    public var threshold: Double

    public init(began: Double, ended: Double, threshold: Double) {
        self.began = began
        self.ended = ended
        self.threshold = threshold
    }

    /// This movement and one that followed.
    func joined(with next: Journey) -> Journey {
        Journey(began: min(began, next.began), ended: max(ended, next.ended), threshold: next.threshold)
    }
}
