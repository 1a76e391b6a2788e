/// A turn so far to a side that the face was lost: it is still the look as which it began, if the head comes back the same way in its time.
struct Vanished: Sendable {
    private let excursion: Excursion
    private let direction: Direction

    /// The mesh loses a face that turns further than about 45°; what is lost before this reach, in IOD (29°), is lost for another reason.
    private static let far = 0.6
    /// A face that is found again is still so far out, as a part of that.
    private static let isFar = 0.5

    init?(_ excursion: Excursion) {
        guard let side = excursion.side, side.isHorizontal, excursion.reach >= Self.far else { return nil }
        self.excursion = excursion
        direction = side
    }

    /// The look, of a head that is back.
    /// - Parameter peak: the furthest point since the face was found again.
    func look(_ peak: HeadOffset?, at time: Double, _ bounds: Bounds) -> Verdict? {
        let duration = time - excursion.left
        guard let peak, peak.reach(direction) >= Self.isFar * Self.far, peak.dominant == direction, excursion.objectionToHold(bounds) == nil,
              duration <= 2 * bounds.configuration.discreteMax
        else { return nil }
        let journey = Journey(began: excursion.left, ended: time, threshold: bounds.thresholds[direction])
        return .gesture(.look(direction, distance: max(excursion.reach, peak.reach(direction)), duration: duration), journey)
    }
}

extension Movement {
    /// The head is back at rest, for the first time since the face was lost.
    /// - Returns: whether it comes from a far turn in which that happened.
    mutating func returnFromSight(_ peak: HeadOffset?, at time: Double, _ bounds: Bounds, _ emit: (GestureEvent) -> Void) -> Bool {
        guard let look = vanished?.look(peak, at: time, bounds) else { return false }
        vanished = nil
        guard bounds.configuration.discrete else { return false }
        report(look, at: time, bounds.configuration, emit)
        return true
    }
}
