// A journey outside the idle zone that is not yet a stroke or a hold.

/// What is known of the head's way since it left the idle zone.
struct Excursion: Sendable {
    /// A stroke that is over, or a swing of a nod or shake.
    struct Stroke: Equatable, Sendable {
        var direction: Direction
        var distance: Double
        /// Seconds outside the idle zone.
        var duration: Double
        /// The same as far as it was seen: one picture alone may be a fault of following, and lasts only until the next one.
        var seen: Double
    }

    /// The last moment inside the zone: off-axis movement is measured from here, because nods drift sideways slowly.
    let origin: Pose
    /// Seconds at which the head was first seen outside.
    let began: Double
    /// When it went out, between that sample and the one before, which are `leftWithin` seconds apart.
    let left: Double
    private let leftWithin: Double
    /// Since when the head had rested before; a stroke comes out of rest, or follows another one at once.
    let restSince: Double
    /// Seconds of rest that it needs before.
    let restNeeded: Double
    private let mayFollow: Bool
    /// The direction beyond its threshold now, and since when without a break.
    private(set) var out: (direction: Direction, since: Double)?

    private var last: Pose
    private var lastTime: Double
    /// The furthest point so far.
    private var peak: Pose
    /// The last point, and the furthest one, lie where the head rested before.
    private var isBack: Rejection?
    private var wasBack: Rejection?
    /// How far that is, in IOD.
    var reach: Double { peak.offset.reach(peak.offset.dominant) }
    /// The way so far in steps that noise does not make, and where the last step ended.
    private var way = 0.0
    private var anchor: HeadOffset
    /// The furthest that it went along each axis, to either side of where it began.
    private var extent = HeadOffset(left: 0, up: 0)
    /// How long it took from well below the threshold to beyond it.
    private var onset: Double?
    /// How fast it went out and came back.
    private var pace: Pace
    /// Seconds beyond the threshold.
    private(set) var beyond = 0.0
    /// The direction that was beyond its threshold; a second one makes the journey no stroke.
    private var seen: Direction?
    private var isAmbiguous = false

    /// Steps of less than this part of the zone's radius are noise.
    private static let step = 0.4
    /// A head that has been out for so long without reaching a threshold rests there, in seconds.
    private static let lingering = 0.5
    /// A moment that is reckoned between two pictures may be wrong by this part of the time between them.
    private static let uncertainty = 0.05
    /// The shortest swing of a shake, in seconds.
    private static let shortestSwing = 0.1
    /// A stroke comes out of this much rest, in seconds.
    static let restBefore = 0.2
    /// Turning moves the head's place by 0.9 to 1.4 of the offset; what moves it further than twice is no turn. In IOD.
    private static let carry = (ratio: 2.0, free: 0.15)
    /// Slower than so many times its own length a second, no way out is a reflex.
    private static let reflexPace = 7.0
    /// Such a quick turn up or down moves the head's place less than this where the body is still. In IOD.
    private static let jerk = (ratio: 1.6, free: 0.02)
    /// Who means a look comes back less than so many times as slowly as he went.
    private static let reflexSkew = 2.3
    /// A turn tilts the head by a third of its own angle at most. In radians, about 6°.
    private static let tilt = (ratio: 0.7, free: 0.1)
    /// How much a head that turns seems to grow or shrink.
    private static let grow = 1.25

    /// - Parameters:
    ///   - step: from the last sample inside to the first one outside.
    ///   - zone: what it left.
    init(origin: Pose, step: Step, from zone: IdleZone, restSince: Double, restNeeded: Double = restBefore,
         mayFollow: Bool) {
        self.origin = origin
        left = step.departure(from: zone)
        leftWithin = step.span
        began = step.to.time
        self.restSince = restSince
        self.restNeeded = restNeeded
        self.mayFollow = mayFollow
        last = origin
        lastTime = began
        peak = origin
        anchor = origin.offset
        pace = Pace(from: origin.offset, at: step.from.time)
    }

    /// The direction in which the head went, once it went anywhere.
    private(set) var side: Direction?

    /// Whether the head stays between rest and threshold rather than going anywhere.
    func lingers(at time: Double) -> Bool { seen == nil && time - began > Self.lingering }

    /// The direction of the furthest point, and the threshold there.
    func threshold(_ bounds: Bounds) -> Double { bounds.thresholds[side ?? .left] }

    mutating func add(_ pose: Pose, at time: Double, _ whereabouts: FormerRest.Whereabouts, _ way: Onset, _ bounds: Bounds) {
        let direction = bounds.direction(of: pose.offset, from: origin.offset)
        if out != nil, direction != nil { beyond += time - lastTime }
        pace.add(pose.offset, at: time)
        if direction != out?.direction { out = direction.map { ($0, time) } }
        isBack = if case .near(let distance, let bound) = whereabouts {
            Rejection(rule: .cameBack, value: distance, bound: bound, direction: pose.offset.dominant)
        } else {
            nil
        }
        if side == nil || pose.offset.reach(pose.offset.dominant) > reach {
            wasBack = isBack
            peak = pose
            side = pose.offset.dominant
        }
        let away = pose.offset - origin.offset
        extent = HeadOffset(left: max(extent.left, away.left.magnitude), up: max(extent.up, away.up.magnitude))
        walk(to: pose.offset, bounds)
        if let direction, onset == nil { onset = way.duration(direction, bounds) }
        last = pose
        lastTime = time
        guard let direction else { return }
        if let seen, seen != direction { isAmbiguous = true }
        seen = direction
    }

    /// Why nothing comes of a movement that has ended where the head rested before.
    var returned: Rejection { isBack ?? Rejection(rule: .cameBack, value: 0, bound: 0, direction: side) }

    /// Why a hold may not begin now; `nil` where nothing speaks against it.
    func objectionToHold(_ bounds: Bounds) -> Rejection? {
        isBack ?? objectionToStraying(last.offset.dominant, bounds) ?? objection(at: last) ?? objectionToOnset(bounds)
    }

    /// What speaks against a movement that settles where it is, though it may never have gone beyond a threshold.
    func objectionToSettling(_ bounds: Bounds) -> Rejection {
        if let objection = objectionToHold(bounds) { return objection }
        let side = peak.offset.dominant, threshold = bounds.thresholds[side]
        if reach < threshold { return Rejection(rule: .tooSmall, value: reach, bound: threshold, direction: side) }
        let aside = bounds.offAxis(of: peak.offset, from: origin.offset), ratio = bounds.configuration.offAxisRatio
        if aside > ratio { return Rejection(rule: .offAxis, value: aside, bound: ratio, direction: side) }
        let longest = bounds.configuration.continuous ? bounds.configuration.maxHold : bounds.configuration.discreteMax
        return Rejection(rule: .tooLong, value: lastTime - left, bound: longest, direction: side)
    }

    /// The stroke that ends with the return to a pose in the last step, or what speaks against it.
    func stroke(returningTo pose: Pose, in step: Step, _ bounds: Bounds) -> Result<Stroke, Rejected> {
        let side = peak.offset.dominant
        let direction = bounds.direction(of: peak.offset, from: origin.offset)
        func refuse(_ rule: Rejection.Rule, _ value: Double, _ bound: Double) -> Result<Stroke, Rejected> {
            .failure(Rejected(Rejection(rule: rule, value: value, bound: bound, direction: direction ?? side)))
        }
        if reach < bounds.thresholds[side] { return refuse(.tooSmall, reach, bounds.thresholds[side]) }
        guard let clear = direction else {
            return refuse(.offAxis, bounds.offAxis(of: peak.offset, from: origin.offset), bounds.configuration.offAxisRatio)
        }
        if let wasBack { return .failure(Rejected(wasBack)) }
        if let strayed = objectionToStraying(clear, bounds) { return .failure(Rejected(strayed)) }
        if isAmbiguous { return refuse(.severalDirections, 2, 1) }
        let rested = began - restSince
        if !mayFollow, rested < restNeeded - 1e-6 { return refuse(.notRested, rested, restNeeded) }
        if let objection = objection(at: peak) ?? objectionToOnset(bounds) { return .failure(Rejected(objection)) }
        let duration = step.arrival(in: bounds.zone) - left
        let shortest = Self.shortestSwing(isHorizontal: clear.isHorizontal, spans: leftWithin + step.span, bounds.configuration)
        if duration < shortest - 1e-6 { return refuse(.tooShort, duration, shortest) }
        let longest = bounds.configuration.discreteMax
        if beyond > longest + 1e-6 { return refuse(.tooLong, beyond, longest) }
        if duration > 2 * longest { return refuse(.tooLong, duration, 2 * longest) }
        let wayBack = HeadOffset(left: peak.offset.left - pose.offset.left, up: peak.offset.up - pose.offset.up)
        let straight = (peak.offset - origin.offset).length + wayBack.length
        var walked = self
        walked.walk(to: pose.offset, bounds)
        let efficiency = walked.way > 0 ? straight / walked.way : 1
        if efficiency < bounds.configuration.pathEfficiency {
            return refuse(.wandering, efficiency, bounds.configuration.pathEfficiency)
        }
        return .success(Stroke(direction: clear, distance: reach, duration: duration,
                               seen: lastTime > began ? duration : min(duration, step.to.time - began)))
    }

    /// The shortest swing, in seconds: a shake swings faster than anybody looks; quick ones to above or below are coughs.
    /// - Parameter spans: how far the pictures at either end are apart.
    static func shortestSwing(isHorizontal: Bool, spans: Double, _ configuration: GestureConfiguration) -> Double {
        isHorizontal ? min(shortestSwing, configuration.discreteMin) : configuration.discreteMin - uncertainty * spans
    }

    /// Why a stroke that stands alone is a reflex and nobody's intention; `nil` where nothing speaks for that. A cough or a
    /// sneeze throws the body forward and the head with it. A startle is out within a tenth of a second, by muscles that
    /// nobody commands, and back by those that one does. Both go up or down.
    func reflex(returningTo pose: Pose, at time: Double) -> Rejection? {
        let direction = peak.offset.dominant
        guard peak.isTurn, !direction.isHorizontal else { return nil }
        var pace = pace
        pace.add(pose.offset, at: time)
        let turned = (peak.offset - origin.offset).reach(direction)
        guard pace.out >= Self.reflexPace * turned else { return nil }
        let carried = (peak.place - origin.place).reach(direction), mayBeCarried = Self.jerk.ratio * turned + Self.jerk.free
        if carried > mayBeCarried {
            return Rejection(rule: .carried, value: carried, bound: mayBeCarried, direction: direction)
        }
        if pace.out > Self.reflexSkew * pace.back {
            return Rejection(rule: .startled, value: pace.out / max(pace.back, 0.01), bound: Self.reflexSkew, direction: direction)
        }
        return nil
    }

    /// What the head as a whole did beside turning.
    private func objection(at pose: Pose) -> Rejection? { Self.objection(from: origin, to: pose) }

    /// The same between any two poses, of which the first one is a rest.
    static func objection(from origin: Pose, to pose: Pose) -> Rejection? {
        let turned = (pose.offset - origin.offset).length
        let direction = (pose.offset - origin.offset).dominant
        let carried = (pose.place - origin.place).length
        let mayBeCarried = Self.carry.ratio * turned + Self.carry.free
        if pose.isTurn, carried > mayBeCarried {
            return Rejection(rule: .carried, value: carried, bound: mayBeCarried, direction: direction)
        }
        let tilted = (pose.tilt - origin.tilt).magnitude
        let mayBeTilted = max(Self.tilt.ratio * turned / PointerKind.lever, Self.tilt.free)
        if tilted > mayBeTilted { return Rejection(rule: .tilted, value: tilted, bound: mayBeTilted, direction: direction) }
        let grown = max(pose.size / origin.size, origin.size / pose.size)
        // Far turns hide a part of the face; what they do to its size says nothing.
        let mayGrow = Self.grow + 0.3 * turned
        if grown > mayGrow { return Rejection(rule: .leaned, value: grown, bound: mayGrow, direction: direction) }
        return nil
    }

    /// A gesture keeps to its axis on the whole way, there and back; who talks and looks about goes round.
    private func objectionToStraying(_ direction: Direction, _ bounds: Bounds) -> Rejection? {
        let (along, aside) = direction.isHorizontal ? (extent.left, extent.up) : (extent.up, extent.left)
        let ratio = bounds.configuration.offAxisRatio
        guard along > 0, aside > ratio * along else { return nil }
        return Rejection(rule: .offAxis, value: aside / along, bound: ratio, direction: direction)
    }

    /// Who means it goes there; who only turns or sinks slowly takes longer from the zone to the threshold.
    private func objectionToOnset(_ bounds: Bounds) -> Rejection? {
        guard let onset, onset > bounds.configuration.onsetMax + 1e-6 else { return nil }
        return Rejection(rule: .crept, value: onset, bound: bounds.configuration.onsetMax, direction: side)
    }

    private mutating func walk(to offset: HeadOffset, _ bounds: Bounds) {
        let step = (offset - anchor).length
        if step >= Self.step * bounds.zone.radius {
            way += step
            anchor = offset
        }
    }
}

/// A rejection on its way to whoever wants to know.
struct Rejected: Error {
    let rejection: Rejection
    init(_ rejection: Rejection) { self.rejection = rejection }
}
