/// Tracks the head from the moment it leaves the idle zone, and measures the ``HeadMovement``.
package struct MovementTracker: Sendable {
    /// The last sample inside the zone. Off-axis movement is measured relative to it, because nods drift sideways slowly.
    let origin: Pose
    /// Time at which the head was first seen outside, in seconds.
    let began: Double
    /// When it left the zone, interpolated in an interval of `leftWithin` seconds.
    let left: Double
    private let leftWithin: Double
    /// Time since which the head had rested before.
    let restSince: Double
    /// Minimum rest before the movement, in seconds; none if it may follow another swing.
    private let restNeeded: Double
    /// Whether the way out was seen from the zone on; after a hold it was not.
    let isWayOutKnown: Bool
    /// The direction whose threshold the head is beyond, and since when without a break.
    private(set) var out: (direction: HeadDirection, since: Double)?
    /// The direction of the furthest point; `nil` before the first sample.
    private(set) var side: HeadDirection?

    private var last: Pose
    private var lastTime: Double
    /// The furthest point so far.
    private var peak: Pose
    /// Distance from the previous rest and its limit, for the last and the furthest point, if they lie near that rest.
    private var previousRestNow: (distance: Double, bound: Double)?
    private var previousRestAtPeak: (distance: Double, bound: Double)?
    /// Path length in steps larger than noise, and the end of the last step.
    private var path = 0.0
    private var anchor: HeadOffset
    /// The largest distance from the origin along each axis.
    private var extent = HeadOffset(left: 0, up: 0)
    private var riseTime: Double?
    private var velocity: VelocityProfile
    /// Seconds beyond the threshold.
    private var beyond = 0.0
    /// The direction that crossed its threshold; a second one makes the movement ambiguous.
    private var crossed: HeadDirection?
    private var isAmbiguous = false

    /// - Parameters:
    ///   - step: the step from the last sample inside to the first one outside.
    ///   - zone: the circle that the head left.
    ///   - restNeeded: 0 if it may follow another swing.
    package init(origin: Pose, step: Step, from zone: IdleZone, restSince: Double, restNeeded: Double, isWayOutKnown: Bool = true) {
        self.origin = origin
        left = step.departure(from: zone)
        leftWithin = step.span
        began = step.to.time
        self.restSince = restSince
        self.restNeeded = restNeeded
        self.isWayOutKnown = isWayOutKnown
        last = origin
        lastTime = began
        peak = origin
        anchor = origin.offset
        velocity = VelocityProfile(from: origin.offset, at: step.from.time)
    }

    /// The furthest distance so far, in IOD.
    var reach: Double { peak.offset.reach(peak.offset.dominant) }

    /// The full threshold in the direction of the furthest point.
    func threshold(_ limits: DistanceLimits) -> Double { limits.full[side ?? .left] }

    /// Whether the head stays between rest and threshold.
    func lingers(at time: Double, _ rules: GestureRules) -> Bool { crossed == nil && time - began > rules.lingering }

    package mutating func add(_ pose: Pose, at time: Double, _ whereabouts: PreviousRest.Whereabouts, _ rise: RiseTime,
                              _ thresholds: EffectiveThresholds) {
        let direction = thresholds.direction(of: pose.offset, from: origin.offset)
        if out != nil, direction != nil { beyond += time - lastTime }
        velocity.add(pose.offset, at: time)
        if direction != out?.direction { out = direction.map { ($0, time) } }
        previousRestNow = if case .near(let distance, let bound) = whereabouts { (distance, bound) } else { nil }
        if side == nil || pose.offset.reach(pose.offset.dominant) > reach {
            previousRestAtPeak = previousRestNow
            peak = pose
            side = pose.offset.dominant
        }
        let away = pose.offset - origin.offset
        extent = HeadOffset(left: max(extent.left, away.left.magnitude), up: max(extent.up, away.up.magnitude))
        walk(to: pose.offset, thresholds)
        if let direction, riseTime == nil { riseTime = rise.duration(direction, thresholds) }
        last = pose
        lastTime = time
        guard let direction else { return }
        if let crossed, crossed != direction { isAmbiguous = true }
        crossed = direction
    }

    /// The movement up to now, while the head is still outside.
    var soFar: HeadMovement { movement(judgedAt: last, previousRest: previousRestNow, endedAt: lastTime) }

    /// The movement that ends with the return to a pose in the last step.
    func movement(returningTo pose: Pose, in step: Step, at time: Double, _ thresholds: EffectiveThresholds) -> HeadMovement {
        var movement = movement(judgedAt: peak, previousRest: previousRestAtPeak, endedAt: step.arrival(in: thresholds.zone))
        movement.seen = lastTime > began ? movement.duration : min(movement.duration, step.to.time - began)
        movement.spans = leftWithin + step.span
        let wayBack = HeadOffset(left: peak.offset.left - pose.offset.left, up: peak.offset.up - pose.offset.up)
        let straight = (peak.offset - origin.offset).length + wayBack.length
        var walked = self
        walked.walk(to: pose.offset, thresholds)
        if walked.path > 0 { movement.efficiency = straight / walked.path }
        let direction = movement.direction
        if peak.isTurn, !direction.isHorizontal {
            var velocity = velocity
            velocity.add(pose.offset, at: time)
            movement.reflex = HeadMovement.Reflex(speedOut: velocity.out, speedBack: velocity.back,
                                                  turned: (peak.offset - origin.offset).reach(direction),
                                                  shifted: (peak.place - origin.place).reach(direction))
        }
        return movement
    }

    private func movement(judgedAt pose: Pose, previousRest: (distance: Double, bound: Double)?, endedAt end: Double) -> HeadMovement {
        let direction = pose.offset.dominant
        let (along, aside) = direction.isHorizontal ? (extent.left, extent.up) : (extent.up, extent.left)
        return HeadMovement(
            began: left, ended: end, seenSince: began, seen: end - left, direction: direction, peakDirection: side, peak: reach, away: pose.offset.length,
            offAxis: EffectiveThresholds.offAxis(of: peak.offset, from: origin.offset), widest: along > 0 ? aside / along : 0,
            isAmbiguous: isAmbiguous, previousRest: previousRest, rested: began - restSince, restNeeded: restNeeded,
            body: BodyMotion(from: origin, to: pose), riseTime: riseTime ?? 0, beyond: beyond)
    }

    private mutating func walk(to offset: HeadOffset, _ thresholds: EffectiveThresholds) {
        let step = (offset - anchor).length
        if step >= thresholds.configuration.rules.pathStep * thresholds.zone.radius {
            path += step
            anchor = offset
        }
    }
}
