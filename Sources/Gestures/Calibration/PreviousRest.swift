/// The rest that the head has left. A return to it is not a gesture.
///
/// A centre may be learnt in a place where the head does not really rest: the head is found turned after a long loss, or a long hold is
/// taken for a posture. The previous rest stays known, so that the way back there is not taken for a gesture to the other side.
package struct PreviousRest: Sendable {
    /// Position of the head relative to a previous rest.
    package enum Whereabouts: Equatable {
        case elsewhere
        /// On the way back: the distance from the previous rest and the limit of what counts as near, in IOD.
        case near(Double, within: Double)
        /// It has stayed there for long enough to rest there again.
        case arrived
    }

    let center: CalibrationCenter
    /// Length of the head's stay there, in seconds.
    let stayed: Double
    private let forgottenAt: Double
    private var since: Double?
    private var visits = 0

    /// - Parameter memory: seconds until it is forgotten; infinite after a loss or a posture that was held for too long, because the user
    ///   may return at any time.
    init(_ center: CalibrationCenter, stayed: Double, leftAt: Double, memory: Double) {
        self.center = center
        self.stayed = stayed
        forgottenAt = leftAt + memory
    }

    /// Whether it is remembered without a time limit.
    var isFirm: Bool { forgottenAt == .infinity }

    func isRemembered(at time: Double) -> Bool { time <= forgottenAt }

    /// The same rest, remembered without a time limit, because the head is not at rest now.
    func left(at time: Double) -> PreviousRest { PreviousRest(center, stayed: stayed, leftAt: time, memory: .infinity) }

    /// The previous rest to remember when the head has returned here from another rest.
    /// - Parameters:
    ///   - other: the rest that the head leaves.
    ///   - seconds: length of its stay there.
    ///   - before: the previous rest that was known there, if the head had come from here.
    /// - Returns: the other rest, as long as this stay may be a visit; `before` if the stay there was a visit.
    func left(_ other: CalibrationCenter, after seconds: Double, at time: Double, visiting before: PreviousRest?,
              _ rules: GestureRules) -> PreviousRest? {
        if seconds < rules.visit {
            guard var before, before.isFirm else { return nil }
            before.visits += 1
            before.since = nil
            return before.visits < rules.mostVisits ? before : nil
        }
        return PreviousRest(other, stayed: seconds, leftAt: time, memory: rules.visit)
    }

    /// This rest as an offset from the present one, in IOD; `nil` if it is forgotten, or the sample does not contain the pointer.
    func offset(in sample: HeadSample, from current: CalibrationCenter) -> HeadOffset? {
        guard isRemembered(at: sample.time), let pose = center.pose(of: sample), let now = current.pose(of: sample) else { return nil }
        return now.offset - pose.offset
    }

    /// Position of the head relative to this rest.
    /// - Parameters:
    ///   - isAway: the head is outside the zone in which it rests now.
    ///   - current: the present rest.
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
