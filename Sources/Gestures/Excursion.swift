// A journey outside the idle zone that is not yet a stroke or a hold.

/// What is known of the head's way since it left the idle zone.
struct Excursion: Sendable {
    /// A stroke that is over, or a swing of a nod or shake.
    struct Stroke: Equatable, Sendable {
        var direction: Direction
        var distance: Double
        /// Seconds outside the idle zone.
        var duration: Double
    }

    /// The last moment inside the zone: off-axis movement is measured from here, because nods drift sideways slowly.
    let origin: Pose
    /// Seconds at which the head was first seen outside.
    let began: Double
    /// Since when the head had rested before; a stroke comes out of rest, or follows another one at once.
    let restSince: Double
    private let mayFollow: Bool
    /// The direction beyond its threshold now, and since when without a break.
    private(set) var out: (direction: Direction, since: Double)?

    private var last: Pose
    private var lastTime: Double
    /// The furthest point so far.
    private var peak: Pose
    /// The way so far in steps that noise does not make, and where the last step ended.
    private var way = 0.0
    private var anchor: HeadOffset
    /// Seconds beyond the threshold.
    private var beyond = 0.0
    /// The direction that was beyond its threshold; a second one makes the journey no stroke.
    private var seen: Direction?
    private var isAmbiguous = false

    /// Shorter steps are noise, in IOD.
    private static let step = 0.04
    /// A stroke comes out of this much rest, in seconds.
    static let restBefore = 0.2
    /// Turning moves the head's place by 0.9 to 1.4 of the offset; what moves it further than twice is no turn. In IOD.
    private static let carry = (ratio: 2.0, free: 0.15)
    /// A turn tilts the head by a third of its own angle at most. In radians, about 6°.
    private static let tilt = (ratio: 0.7, free: 0.1)
    /// How much a head that turns seems to grow or shrink.
    private static let grow = 1.25

    init(origin: Pose, began: Double, restSince: Double, mayFollow: Bool) {
        self.origin = origin
        self.began = began
        self.restSince = restSince
        self.mayFollow = mayFollow
        last = origin
        lastTime = began
        peak = origin
        anchor = origin.offset
    }

    /// The direction in which the head went, once it went anywhere.
    private(set) var side: Direction?

    /// Whether it went far enough for a swing; else the head only touched the edge of the zone.
    func isSwing(_ bounds: Bounds) -> Bool {
        side.map { peak.offset.reach($0) >= bounds.forSwings.thresholds[$0] } ?? false
    }

    mutating func add(_ pose: Pose, at time: Double, _ bounds: Bounds) {
        if out != nil { beyond += time - lastTime }
        let direction = bounds.direction(of: pose.offset, from: origin.offset)
        if direction != out?.direction { out = direction.map { ($0, time) } }
        if side == nil || pose.offset.reach(pose.offset.dominant) > peak.offset.reach(peak.offset.dominant) {
            peak = pose
            side = pose.offset.dominant
        }
        walk(to: pose.offset)
        last = pose
        lastTime = time
        guard let direction else { return }
        if let seen, seen != direction { isAmbiguous = true }
        seen = direction
    }

    /// Why a hold may not begin now; `nil` where nothing speaks against it.
    var objectionToHold: Rejection? { objection(at: last) }

    /// The stroke that ends with the return at `time`, or what speaks against it.
    func stroke(returningTo pose: Pose, at time: Double, _ bounds: Bounds) -> Result<Stroke, Rejected> {
        let side = peak.offset.dominant
        let direction = bounds.direction(of: peak.offset, from: origin.offset)
        func refuse(_ rule: Rejection.Rule, _ value: Double, _ bound: Double) -> Result<Stroke, Rejected> {
            .failure(Rejected(Rejection(rule: rule, value: value, bound: bound, direction: direction ?? side)))
        }
        let reach = peak.offset.reach(side)
        if reach < bounds.thresholds[side] { return refuse(.tooSmall, reach, bounds.thresholds[side]) }
        guard let clear = direction else {
            return refuse(.offAxis, bounds.offAxis(of: peak.offset, from: origin.offset), bounds.configuration.offAxisRatio)
        }
        if isAmbiguous { return refuse(.severalDirections, 2, 1) }
        let rested = began - restSince
        if !mayFollow, rested < Self.restBefore - 1e-6 { return refuse(.notRested, rested, Self.restBefore) }
        if let objection = objection(at: peak) { return .failure(Rejected(objection)) }
        let duration = time - began
        if duration < bounds.configuration.discreteMin { return refuse(.tooShort, duration, bounds.configuration.discreteMin) }
        let longest = bounds.configuration.discreteMax
        let stayed = beyond + (out == nil ? 0 : time - lastTime)
        if stayed > longest + 1e-6 { return refuse(.tooLong, stayed, longest) }
        if duration > 2 * longest { return refuse(.tooLong, duration, 2 * longest) }
        let back = HeadOffset(left: peak.offset.left - pose.offset.left, up: peak.offset.up - pose.offset.up)
        let straight = (peak.offset - origin.offset).length + back.length
        var walked = self
        walked.walk(to: pose.offset)
        let efficiency = walked.way > 0 ? straight / walked.way : 1
        if efficiency < bounds.configuration.pathEfficiency {
            return refuse(.wandering, efficiency, bounds.configuration.pathEfficiency)
        }
        return .success(Stroke(direction: clear, distance: reach, duration: duration))
    }

    /// What the head as a whole did beside turning.
    private func objection(at pose: Pose) -> Rejection? {
        let turned = (pose.offset - origin.offset).length
        let direction = pose.offset.dominant
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

    private mutating func walk(to offset: HeadOffset) {
        let step = (offset - anchor).length
        if step >= Self.step {
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
