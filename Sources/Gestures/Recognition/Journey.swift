/// The interval of a movement, and the threshold in effect.
package struct Journey: Equatable, Sendable {
    /// When the head left its rest, in seconds; the first time for several swings.
    package var began: Double
    /// When it was back, in seconds; for the beginning of a hold and for an interrupted movement, when that was known.
    package var ended: Double
    /// In the movement's direction, in IOD.
    package var threshold: Double

    package init(began: Double, ended: Double, threshold: Double) {
        (self.began, self.ended, self.threshold) = (began, ended, threshold)
    }

    /// The interval of this movement and a following one.
    func joined(with next: Journey) -> Journey {
        Journey(began: min(began, next.began), ended: max(ended, next.ended), threshold: next.threshold)
    }
}
