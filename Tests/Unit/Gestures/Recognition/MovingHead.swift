import Gestures

/// A head that moves out of its rest and back at once, as trackers of movements see it: 50 samples a second.
struct MovingHead {
    /// What counts as its rest, and the larger circle that it must leave.
    static let zone = IdleZone(radius: 0.1), exit = IdleZone(radius: 0.12)
    let configuration: GestureConfiguration
    let thresholds: EffectiveThresholds
    private(set) var time = 0.0
    private(set) var rise = RiseTime()
    private var restSince = -10.0

    init(_ configure: (inout GestureConfiguration) -> Void = { _ in }) {
        var configuration = GestureConfiguration()
        configuration.explains = true
        configure(&configuration)
        let still = HeadOffset(left: 0, up: 0)
        self.configuration = configuration
        thresholds = EffectiveThresholds(configuration: configuration, limits: DistanceLimits(configuration, noise: still, tremor: still))
        rest(0.1)
    }

    private mutating func step(to pose: Pose) {
        time += 0.02
        rise.add(pose.offset, at: time, thresholds)
    }

    /// Stays at rest.
    mutating func rest(_ seconds: Double) {
        for _ in 0..<Int((seconds * 50).rounded()) { step(to: .rest) }
    }

    /// Leaves the rest, and stays outside.
    /// - Parameters:
    ///   - restNeeded: before the movement, in seconds.
    ///   - isWayOutKnown: no hold has hidden it.
    /// - Returns: the movement so far.
    mutating func leave(_ direction: HeadDirection, to distance: Double, for seconds: Double = 0.4, restNeeded: Double = 0,
                        isWayOutKnown: Bool = true) -> MovementTracker {
        let out = Self.pose(direction, distance)
        step(to: out)
        var movement = MovementTracker(origin: .rest, step: rise.step, from: Self.exit, restSince: restSince, restNeeded: restNeeded,
                                       isWayOutKnown: isWayOutKnown)
        movement.add(out, at: time, .elsewhere, rise, thresholds)
        for _ in 1..<max(2, Int((seconds * 50).rounded())) {
            step(to: out)
            movement.add(out, at: time, .elsewhere, rise, thresholds)
        }
        return movement
    }

    /// Comes back to rest.
    mutating func comeBack() {
        step(to: .rest)
        restSince = time
    }

    static func pose(_ direction: HeadDirection, _ distance: Double) -> Pose {
        var pose = Pose.rest
        switch direction {
        case .left: pose.offset.left = distance
        case .right: pose.offset.left = -distance
        case .up: pose.offset.up = distance
        case .down: pose.offset.up = -distance
        }
        return pose
    }
}
