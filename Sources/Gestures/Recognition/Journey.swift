/// The interval of a movement, and the threshold that held.
struct Journey: Equatable, Sendable {
    /// When the head left its rest, in seconds; of several swings the first time.
    var began: Double
    /// When it was back, in seconds; for a hold that begins and for a movement that was interrupted, when that was known.
    var ended: Double
    /// In the movement's direction, in IOD.
    var threshold: Double

    /// This movement and one that followed.
    func joined(with next: Journey) -> Journey {
        Journey(began: min(began, next.began), ended: max(ended, next.ended), threshold: next.threshold)
    }
}
