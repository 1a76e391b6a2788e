/// A rest that the head has left: whoever comes back to it makes no gesture by that.
///
/// A centre may be learnt where the head does not really rest: after a long loss it is found turned, or a hold lasted so long that it
/// was taken for a posture. The rest before stays known, so that the way back to it is not taken for a gesture to the other side.
struct FormerRest: Sendable {
    /// Where the head is, seen from a former rest.
    enum Whereabouts: Equatable {
        case elsewhere
        /// So near to it that the way there is the way back, in IOD: the distance from it, and what counts as near.
        case near(Double, within: Double)
        /// It has stayed there for long enough to rest there again.
        case arrived
    }

    /// Seconds for which the head must stay there to rest there again.
    private static let stay = 0.4
    /// Seconds for which a rest is remembered by somebody who merely sits differently now.
    static let memory = 60.0
    /// A head that stays for less than this, in seconds, has paid a visit.
    static let visit = 3.0
    /// After so many visits to a former rest it is none.
    private static let mostVisits = 2
    /// What lies nearer to the former rest than this part of the way between the two rests is the way back.
    private static let nearness = 0.5

    let center: CalibrationCenter
    /// For how long the head had rested there, in seconds.
    let stayed: Double
    private let forgottenAt: Double
    private var since: Double?
    private var visits = 0

    /// - Parameters:
    ///   - memory: seconds for which it is remembered. After a loss, or a posture that was held for too long, there is no end: whoever
    ///     was asleep may look ahead again at any time.
    init(_ center: CalibrationCenter, stayed: Double, leftAt: Double, memory: Double = FormerRest.memory) {
        self.center = center
        self.stayed = stayed
        forgottenAt = leftAt + memory
    }

    /// It will not be forgotten by itself.
    var isFirm: Bool { forgottenAt == .infinity }

    func isRemembered(at time: Double) -> Bool { time <= forgottenAt }

    /// What stays known when the head has come back here from another rest.
    ///
    /// - Parameters:
    ///   - other: the rest that it leaves, after so many seconds.
    ///   - before: what was known of that one, if the head had come back there from here.
    /// - Returns: the other rest for as long as this one may be a visit, or firmly if it is the one that was; `nil` if it was a visit.
    func left(_ other: CalibrationCenter, after seconds: Double, at time: Double, visiting before: FormerRest?) -> FormerRest? {
        if seconds < Self.visit {
            guard var before, before.isFirm else { return nil }
            before.visits += 1
            before.since = nil
            return before.visits < Self.mostVisits ? before : nil
        }
        return FormerRest(other, stayed: seconds, leftAt: time, memory: Self.visit)
    }

    /// Where the head is.
    /// - Parameters:
    ///   - isAway: the head is out of the zone in which it rests now.
    ///   - current: where it rests now.
    mutating func locate(_ sample: HeadSample, isAway: Bool, from current: CalibrationCenter, _ zone: IdleZone) -> Whereabouts {
        guard isRemembered(at: sample.time), isAway, let pose = center.pose(of: sample), let now = current.pose(of: sample) else {
            since = nil
            return .elsewhere
        }
        guard zone.contains(pose.offset) else {
            since = nil
            let apart = (now.offset - pose.offset).length
            let within = Self.nearness * apart
            return pose.offset.length <= within ? .near(pose.offset.length, within: within) : .elsewhere
        }
        let began = since ?? sample.time
        since = began
        return sample.time - began >= Self.stay ? .arrived : .near(pose.offset.length, within: zone.radius)
    }
}
