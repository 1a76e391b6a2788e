// What counts as out, for this person at this moment.

/// Zone and thresholds, raised where the head's own restlessness demands it.
struct Bounds: Sendable {
    var configuration: GestureConfiguration
    let zone: IdleZone
    private(set) var thresholds: GestureConfiguration.Thresholds

    /// A swing of a nod or a shake may fall short of the threshold by so much, if another one does not.
    private static let swing = 0.67

    /// - Parameters:
    ///   - noise: root mean square of the head's offset at rest, by axis.
    ///   - tremor: the same while calibrating, which the zone has to hold too.
    init(_ configuration: GestureConfiguration, noise: HeadOffset, tremor: HeadOffset) {
        self.configuration = configuration
        zone = IdleZone(radius: max(configuration.idleZoneRadius, 2 * max(tremor.left, tremor.up)))
        var thresholds = configuration.thresholds
        for direction in Direction.allCases {
            let own = direction.isHorizontal ? max(noise.left, tremor.left) : max(noise.up, tremor.up)
            thresholds[direction] = max(thresholds[direction], configuration.noiseFactor * own)
        }
        self.thresholds = thresholds
    }

    /// Who shakes slowly shakes widely: a swing of so many thresholds may take so many times as long.
    private static let slow = (reach: 2.5, factor: 1.8)

    /// The longest that a swing of a nod or a shake may be out, in seconds; `nil` where that is off.
    func longestSwing(_ direction: Direction, reaching distance: Double) -> Double? {
        let longest = configuration.longestSwing(direction)
        guard direction.isHorizontal, distance >= Self.slow.reach * thresholds[direction] else { return longest }
        return longest.map { Self.slow.factor * $0 }
    }

    /// The same with lower thresholds, for swings that follow a full one.
    var forSwings: Bounds {
        var lower = self
        for direction in Direction.allCases {
            lower.thresholds[direction] = max(zone.radius, Self.swing * thresholds[direction])
        }
        return lower
    }

    /// A head that rests leaves its rest here, a little outside of the zone: one that lies at the zone's edge comes and goes.
    var exit: IdleZone {
        let nearest = min(thresholds.left, thresholds.right, thresholds.up, thresholds.down)
        return IdleZone(radius: max(zone.radius, Self.swing * nearest))
    }

    /// The direction of a movement that lies outside the idle zone and beyond its threshold, if it keeps to one axis.
    ///
    /// - Parameters:
    ///   - offset: from the calibration centre.
    ///   - origin: the offset at which this stroke began.
    func direction(of offset: HeadOffset, from origin: HeadOffset) -> Direction? {
        let direction = offset.dominant
        guard !zone.contains(offset), offset.reach(direction) >= thresholds[direction],
              offAxis(of: offset, from: origin) <= configuration.offAxisRatio
        else { return nil }
        return direction
    }

    /// The other offset's part of the larger one, both from where the stroke began.
    func offAxis(of offset: HeadOffset, from origin: HeadOffset) -> Double {
        let left = (offset.left - origin.left).magnitude, up = (offset.up - origin.up).magnitude
        let (along, across) = offset.dominant.isHorizontal ? (left, up) : (up, left)
        return across == 0 ? 0 : across / along
    }
}
