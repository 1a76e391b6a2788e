// Where the head rested before it settled elsewhere.

/// A former rest: a head that comes back there makes no gesture by it.
struct Home: Sendable {
    /// The head must be there for so many seconds.
    private static let stay = 0.4

    private let center: CalibrationCenter
    private let forgottenAt: Double
    private var since: Double?

    /// - Parameter memory: seconds for which it is remembered. Who merely sits differently now has forgotten it after a
    ///   minute; who held a posture for too long may come back whenever he wakes.
    init(_ center: CalibrationCenter, leftAt: Double, memory: Double = 60) {
        self.center = center
        forgottenAt = leftAt + memory
    }

    func isRemembered(at time: Double) -> Bool { time <= forgottenAt }

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
