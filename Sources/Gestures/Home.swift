// Where the head rested before it settled elsewhere.

/// A former rest: a head that comes back there makes no gesture by it.
struct Home: Sendable {
    /// It is remembered for so many seconds, and the head must be there for so long.
    private static let memory = 60.0
    private static let stay = 0.4

    private let center: CalibrationCenter
    private let leftAt: Double
    private var since: Double?

    init(_ center: CalibrationCenter, leftAt: Double) {
        self.center = center
        self.leftAt = leftAt
    }

    func isRemembered(at time: Double) -> Bool { time - leftAt <= Self.memory }

    /// The centre to take again when the head is back there, else `nil`.
    /// - Parameter isAway: the head is out of the zone in which it rests now, and holds nothing.
    mutating func arrival(of sample: HeadSample, isAway: Bool, _ zone: IdleZone) -> CalibrationCenter? {
        guard isRemembered(at: sample.time), isAway, let pose = center.pose(of: sample), zone.contains(pose.offset) else {
            since = nil
            return nil
        }
        let began = since ?? sample.time
        since = began
        return sample.time - began >= Self.stay ? center : nil
    }
}
