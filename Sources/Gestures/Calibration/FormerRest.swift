/// The rest that the head has left. A movement back to it is not a gesture.
///
/// A centre may be learnt where the head does not really rest: it is found turned after a long loss, or a long hold is taken for a
/// posture. The rest before stays known, so that the way back there is not taken for a gesture to the other side.
struct FormerRest: Sendable {
    /// Where the head is, seen from a former rest.
    enum Whereabouts: Equatable {
        case elsewhere
        /// On the way back: the distance from the former rest and the limit of what counts as near, in IOD.
        case near(Double, within: Double)
        /// It has stayed there for long enough to rest there again.
        case arrived
    }

    let center: CalibrationCenter
    /// For how long the head had rested there, in seconds.
    let stayed: Double
    private let forgottenAt: Double
    private var since: Double?
    private var visits = 0

    /// - Parameter memory: seconds for which it is remembered; infinite after a loss or a posture that was held for too long, because
    ///   the user may return at any time.
    init(_ center: CalibrationCenter, stayed: Double, leftAt: Double, memory: Double) {
        self.center = center
        self.stayed = stayed
        forgottenAt = leftAt + memory
    }

    /// It is not forgotten with time.
    var isFirm: Bool { forgottenAt == .infinity }

    func isRemembered(at time: Double) -> Bool { time <= forgottenAt }

    /// The same rest, remembered without an end: the head is not at rest now.
    func left(at time: Double) -> FormerRest { FormerRest(center, stayed: stayed, leftAt: time, memory: .infinity) }

    /// The rest to remember when the head has come back here from another rest.
    /// - Parameters:
    ///   - other: the rest that it leaves.
    ///   - seconds: its stay there.
    ///   - before: the former rest that was known there, if the head had come there from here.
    /// - Returns: the other rest, for as long as this stay may be a visit; `before` if the stay there was a visit.
    func left(_ other: CalibrationCenter, after seconds: Double, at time: Double, visiting before: FormerRest?,
              _ rules: GestureRules) -> FormerRest? {
        if seconds < rules.visit {
            guard var before, before.isFirm else { return nil }
            before.visits += 1
            before.since = nil
            return before.visits < rules.mostVisits ? before : nil
        }
        return FormerRest(other, stayed: seconds, leftAt: time, memory: rules.visit)
    }

    /// Where the head is.
    /// - Parameters:
    ///   - isAway: the head is out of the zone in which it rests now.
    ///   - current: where it rests now.
    mutating func locate(_ sample: HeadSample, isAway: Bool, from current: CalibrationCenter, _ zone: IdleZone,
                         _ rules: GestureRules) -> Whereabouts {
        guard isRemembered(at: sample.time), isAway, let pose = center.pose(of: sample), let now = current.pose(of: sample) else {
            since = nil
            return .elsewhere
        }
        guard zone.contains(pose.offset) else {
            since = nil
            let apart = (now.offset - pose.offset).length
            let within = rules.returnNearness * apart
            return pose.offset.length <= within ? .near(pose.offset.length, within: within) : .elsewhere
        }
        let began = since ?? sample.time
        since = began
        return sample.time - began >= rules.returnStay ? .arrived : .near(pose.offset.length, within: zone.radius)
    }
}
