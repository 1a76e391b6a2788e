/// Turns the head's offset along one axis into a speed, as eye-scrolling does: zero in the dead zone, rising over the acceleration zone,
/// `maxSpeed` beyond it. The output is in whole steps; the remainder is kept, so that slow movement is not rounded away.
public struct ProportionalAxis: Equatable, Sendable {
    /// Orientation of the axis.
    public enum Orientation: String, CaseIterable, Sendable {
        /// Positive to the user's left.
        case horizontal
        /// Positive upwards.
        case vertical
    }

    public var orientation: Orientation
    /// Offset from neutral up to which the speed is zero, in IOD.
    public var deadZone: Double
    /// Further offset over which the speed rises linearly to `maxSpeed`, in IOD.
    public var accelerationZone: Double
    /// Steps a second.
    public var maxSpeed: Double
    /// From the part of the acceleration zone that the offset has reached to the speed.
    public var curve = AxisCurve()
    /// Slew rate: largest change of the speed in a second, as a fraction of `maxSpeed`; infinite for no limit. It limits how a movement
    /// begins, changes and ends in the dead zone. A stop is always immediate.
    public var slew = Double.infinity
    /// The present speed as a fraction of `maxSpeed`: -1 to 1.
    public private(set) var value = 0.0
    /// Whether the head moves the axis.
    public private(set) var isAttached = true
    /// What the last sample asked for, as `value`.
    public private(set) var wanted = 0.0
    /// The offset at which nothing moves, in IOD.
    public private(set) var neutral = 0.0

    private var lastTime: Double?
    /// Until when `value` has followed `wanted`.
    private var reached: Double?
    private var rest = 0.0
    /// Since when the head has been beyond the previous rest, in seconds.
    private var passedSince: Double?

    /// Longest interval between two samples that moves anything, in seconds. After a longer one the head was not seen.
    private static let longestGap = 0.3
    /// Seconds after a sample for which a limited speed may rise without another one.
    public static let foresight = 0.15
    /// A head that comes back swings past its previous rest by less than this part of the way, or for less than this time in seconds.
    private static let overshoot = (part: 0.5, seconds: 0.4)

    public init(_ orientation: Orientation, deadZone: Double = 0.08, accelerationZone: Double = 0.25, maxSpeed: Double = 800) {
        self.orientation = orientation
        self.deadZone = max(0, deadZone)
        self.accelerationZone = max(0, accelerationZone)
        self.maxSpeed = maxSpeed
    }

    /// The speed at an offset, in steps a second; 0 if the offset is not a number.
    public func speed(at offset: HeadOffset) -> Double {
        let away = reach(offset) - neutral
        let beyond = away.magnitude - deadZone
        guard beyond > 0 else { return 0 }
        let part = accelerationZone > 0 ? min(1, beyond / accelerationZone) : 1
        return curve.range(curve.bend(away < 0 ? -part : part)) * maxSpeed
    }

    /// Takes the offset at a time, or `nil` if the head was not seen; returns the whole steps to move.
    /// - Parameters:
    ///   - offset: of the head, in IOD.
    ///   - wayBack: the previous rest, if one is remembered. While the head may be on its way back there, nothing moves.
    ///   - time: in seconds.
    public mutating func add(_ offset: HeadOffset?, wayBack: WayBack? = nil, at time: Double) -> Int {
        let isComingBack = isComingBack(wayBack, at: time)
        guard let offset, isAttached, time.isFinite, !isComingBack else {
            stop()
            return 0
        }
        let previous = lastTime
        lastTime = time
        wanted = maxSpeed > 0 ? speed(at: offset) / maxSpeed : 0
        guard let previous, time > previous, time - previous <= Self.longestGap else {
            // First sample of a movement: no time has passed in which a limited speed could have risen.
            value = slew.isFinite ? 0 : wanted
            reached = time
            return 0
        }
        approach(until: time)
        let speed = value * maxSpeed
        // The remainder belongs to the previous movement.
        if speed == 0 || (speed < 0) != (rest < 0) { rest = 0 }
        let distance = speed * (time - previous) + rest
        let steps = distance.rounded(.towardZero)
        rest = distance - steps
        return Int(steps)
    }

    /// Lets a limited speed go on between samples, towards what the last one asked for. It does not rise for longer than 0.15 s: a
    /// sample that is late may be lost.
    public mutating func proceed(to time: Double) {
        guard slew.isFinite, let lastTime else { return }
        let rises = wanted.magnitude > value.magnitude || wanted * value < 0
        approach(until: rises ? min(time, lastTime + Self.foresight) : time)
    }

    private mutating func approach(until time: Double) {
        guard slew.isFinite else { return value = wanted }
        guard let reached, time > reached else { return }
        let change = slew * (time - reached)
        value += min(change, max(-change, wanted - value))
        if value.magnitude < 1e-9 { value = 0 }  // rounding
        self.reached = time
    }

    /// Makes this offset the neutral one.
    public mutating func setNeutral(_ offset: HeadOffset) {
        if reach(offset).isFinite { neutral = reach(offset) }
        stop()
    }

    /// Detaches the head until ``attach()``, because the user scrolls by hand.
    public mutating func detach() {
        isAttached = false
        stop()
    }

    public mutating func attach() { isAttached = true }

    /// Stops at once.
    public mutating func stop() {
        lastTime = nil
        reached = nil
        rest = 0
        (value, wanted) = (0, 0)
    }

    /// Whether the head may be on its way back: it is on the previous rest's side, not further away than that, or has only just passed it.
    private mutating func isComingBack(_ wayBack: WayBack?, at time: Double) -> Bool {
        guard let wayBack, case (let now, let previous) = (reach(wayBack.head), reach(wayBack.previousRest)), now * previous > 0, now.magnitude > deadZone else {
            passedSince = nil
            return false
        }
        guard now.magnitude > (1 + Self.overshoot.part) * previous.magnitude else {
            passedSince = nil
            return true
        }
        let since = passedSince ?? time
        passedSince = since
        return time - since < Self.overshoot.seconds
    }

    private func reach(_ offset: HeadOffset) -> Double { orientation == .horizontal ? offset.left : offset.up }
}
