import Gestures

/// Computes the movements of all axes from the offsets of head and gaze.
///
/// Without an offset (lost face, missing frames, pause, calibration, question) the axes go to rest at once. They move again only after the
/// head has been in the middle, or with a new hold.
package struct AxisBank: Sendable {
    private struct Axis: Sendable {
        let configuration: AxisConfiguration
        var motion: ProportionalAxis
        /// Whether it is not at rest.
        var isMoving = false
        /// Time at which it left its rest.
        var movesSince = 0.0
        /// Whether the head must be in the middle before the axis moves.
        var waitsForMiddle = true
        var lastValue = 0.0
        var lastReport = -Double.infinity
        var reportedValue = 0.0
        /// What turns, besides `motion`, which drives; for wheels.
        var turn: ProportionalAxis?
        var speed = WheelSpeed()
        /// Where one is that stays, -1 to 1, and until when it has moved there.
        private(set) var place = 0.0
        private var placedUntil: Double?
        /// Time of the last sample.
        private var seenAt = -Double.infinity

        init(_ configuration: AxisConfiguration) {
            self.configuration = configuration
            motion = ProportionalAxis(configuration.direction, deadZone: configuration.deadZone,
                                      accelerationZone: configuration.accelerationZone, maxSpeed: configuration.maxSpeed)
            motion.curve = configuration.curve
            if configuration.wheel != nil {
                // The ends are for what a motor gets, after the mixture.
                motion.curve = AxisCurve(expo: configuration.curve.expo)
                turn = ProportionalAxis(.horizontal, deadZone: configuration.deadZone, accelerationZone: configuration.accelerationZone, maxSpeed: 1)
                turn?.curve = motion.curve
                motion.maxSpeed = 1
            }
            // The full range is 2, from -1 to 1. A wheel's speed is limited after the mixture.
            if configuration.slew > 0, configuration.wheel == nil, !configuration.integrates { motion.slew = configuration.slew * 2 }
            if configuration.attach != nil { motion.detach() }
        }

        /// Follows a sample.
        /// - Returns: the whole steps to move.
        mutating func follow(_ offset: HeadOffset, _ wayBack: WayBack?, _ ways: [String: Int], at time: Double) -> Int {
            go(until: time)
            seenAt = time
            let steps = motion.add(offset, wayBack: wayBack, at: time)
            guard let wheel = configuration.wheel else { return configuration.isReversed ? -steps : steps }
            _ = turn?.add(offset, wayBack: wayBack, at: time)
            speed.follow(wheel.mix(forward: motion.value, turn: turn?.value ?? 0), line: ways[configuration.name] ?? 0, slew: wheelSlew, at: time)
            return 0
        }

        /// Lets its ramp go on between samples.
        mutating func proceed(_ ways: [String: Int], to time: Double) {
            go(until: time)
            if configuration.wheel == nil { motion.proceed(to: time) } else { speed.proceed(line: ways[configuration.name] ?? 0, slew: wheelSlew, to: time) }
        }

        /// Stops at once.
        mutating func stop() {
            motion.stop()
            turn?.stop()
            speed.stop()
            placedUntil = nil
        }

        /// Moves one that stays by the speed of the last sample, which does not count for long.
        private mutating func go(until time: Double) {
            guard configuration.integrates else { return }
            let since = placedUntil ?? time, end = min(time, seenAt + ProportionalAxis.foresight)
            placedUntil = max(since, time)
            guard end > since else { return }
            let speed = 2 * (configuration.slew > 0 ? configuration.slew : AxisConfiguration.usualPace)
            place = min(1, max(-1, place + (configuration.isReversed ? -speed : speed) * motion.value * (end - since)))
        }

        private var wheelSlew: Double { configuration.slew > 0 ? configuration.slew * 2 : .infinity }

        /// -1 to 1. A wheel has 0 while its lines do not say yet which way it turns.
        var value: Double {
            if configuration.integrates { return place }
            return configuration.wheel == nil ? (configuration.isReversed ? -motion.value : motion.value) : configuration.curve.range(speed.value)
        }

        /// Whether it is at rest, and nothing asks it to move.
        var isAtRest: Bool { configuration.wheel == nil ? motion.value == 0 && motion.wanted == 0 : speed.way == 0 }
    }

    /// Minimum time between two reports of a movement, in seconds. Every rest is reported.
    private static let reportTime = 0.25

    private var axes: [Axis]
    /// Seconds by which the movement of the last sample was later than the sample.
    private var delay = 0.0
    /// Seconds of uninterrupted movement after which the head is taken to rest in its present place.
    private let maxHold: Double

    package init(_ configurations: [AxisConfiguration], maxHold: Double) {
        axes = configurations.map(Axis.init)
        self.maxHold = maxHold
    }

    /// The value of each axis, -1 to 1.
    package var values: [(name: String, value: Double)] { axes.map { ($0.configuration.name, $0.lastValue) } }

    /// Whether some axes are wheels.
    package var hasWheels: Bool { axes.contains { $0.configuration.wheel != nil } }

    /// Which way each wheel's lines must say.
    package var ways: [(axis: String, way: Int)] {
        axes.compactMap { $0.configuration.wheel == nil ? nil : ($0.configuration.name, $0.speed.way) }
    }

    /// Whether this is true of an axis of `[drive]`.
    func drivePart(_ isTrue: (String) -> Bool) -> Bool { axes.contains { $0.configuration.driveKey != nil && isTrue($0.configuration.name) } }

    /// Whether any axis moves.
    package var isMoving: Bool { axes.contains(where: \.isMoving) }

    /// Attaches and detaches axes by gestures.
    package mutating func apply(_ event: GestureEvent, at time: Double, _ emit: (AxisChange) -> Void) {
        guard let gesture = event.kind.gesture else { return }
        for i in axes.indices {
            let axis = axes[i]
            if axis.motion.isAttached, axis.configuration.detach == gesture {
                axes[i].motion.detach()
                rest(i, at: time, emit)
            } else if !axis.motion.isAttached, axis.configuration.attach == gesture {
                axes[i].motion.attach()
                axes[i].waitsForMiddle = true
            }
        }
    }

    /// Moves the axes according to the offsets in a sample.
    /// - Parameters:
    ///   - head: `nil` if nothing may move.
    ///   - gaze: `nil` if it is unknown.
    ///   - tilt: likewise.
    ///   - wayBack: a previous rest, if one is remembered: on the way there nothing moves, whether it follows head or gaze. An axis with a hold moves
    ///     during that hold.
    ///   - held: the current hold.
    ///   - ways: which way each wheel's lines say now; `nil` if no wheel may turn.
    ///   - time: time of the sample.
    ///   - now: time of the movement; in a running appliance it is later.
    package mutating func move(_ head: HeadOffset?, gaze: HeadOffset? = nil, tilt: HeadOffset? = nil, wayBack: WayBack? = nil, held: HeadDirection?,
                               ways: [String: Int]? = [:], at time: Double, now: Double, _ emit: (AxisChange) -> Void) {
        delay = now - time
        for i in axes.indices {
            let offset = switch axes[i].configuration.follows {
            case .head: head
            case .gaze: gaze
            case .tilt: tilt
            }
            guard head != nil, let offset, axes[i].motion.isAttached, ways != nil || axes[i].configuration.wheel == nil else {
                rest(i, at: now, emit)
                continue
            }
            if let hold = axes[i].configuration.hold {
                // A hold begins in the middle, so waitsForMiddle is not needed.
                guard held == hold else {
                    rest(i, at: now, emit)
                    continue
                }
            } else if axes[i].waitsForMiddle {
                guard axes[i].motion.speed(at: offset) == 0, axes[i].turn?.speed(at: offset) ?? 0 == 0 else { continue }
                axes[i].waitsForMiddle = false
            }
            if axes[i].isMoving, time - axes[i].movesSince >= maxHold {
                rest(i, at: now, emit)
                continue
            }
            follow(i, offset, axes[i].configuration.hold == nil ? wayBack : nil, ways ?? [:], at: time, now: now, emit)
        }
    }

    /// Lets ramps go on between samples, towards what the last one asked for.
    /// - Parameters:
    ///   - held: the current hold.
    ///   - ways: which way each wheel's lines say now; `nil` if no wheel may turn.
    ///   - now: time of the movement.
    package mutating func proceed(held: HeadDirection?, ways: [String: Int]? = [:], to now: Double, _ emit: (AxisChange) -> Void) {
        for i in axes.indices where axes[i].isMoving {
            let configuration = axes[i].configuration
            guard configuration.hold == nil || configuration.hold == held, ways != nil || configuration.wheel == nil else {
                rest(i, at: now, emit)
                continue
            }
            guard configuration.slew > 0 || configuration.integrates, configuration.target?.hasSteps != true else { continue }
            axes[i].proceed(ways ?? [:], to: now - delay)
            tell(i, at: now - delay, now: now, emit)
        }
    }

    /// Puts all axes to rest.
    package mutating func rest(at time: Double, _ emit: (AxisChange) -> Void) {
        for i in axes.indices { rest(i, at: time, emit) }
    }

    private mutating func follow(_ i: Int, _ offset: HeadOffset, _ wayBack: WayBack?, _ ways: [String: Int], at time: Double, now: Double,
                                 _ emit: (AxisChange) -> Void) {
        let steps = axes[i].follow(offset, wayBack, ways, at: time)
        tell(i, steps: steps, at: time, now: now, emit)
    }

    /// Tells of what an axis does now.
    private mutating func tell(_ i: Int, steps: Int = 0, at time: Double, now: Double, _ emit: (AxisChange) -> Void) {
        let value = axes[i].value
        guard !axes[i].isAtRest else {
            if axes[i].isMoving { settle(i, at: now, emit) }
            return
        }
        if !axes[i].isMoving {
            axes[i].isMoving = true
            axes[i].movesSince = time
            axes[i].lastReport = -.infinity
        }
        let isReported = now - axes[i].lastReport >= Self.reportTime && value != axes[i].reportedValue
        guard value != axes[i].lastValue || steps != 0 || isReported else { return }
        axes[i].lastValue = value
        if isReported {
            axes[i].lastReport = now
            axes[i].reportedValue = value
        }
        emit(AxisChange(time: now, name: axes[i].configuration.name, value: value, steps: steps, isReported: isReported))
    }

    private mutating func rest(_ i: Int, at time: Double, _ emit: (AxisChange) -> Void) {
        axes[i].stop()
        axes[i].waitsForMiddle = true
        if axes[i].isMoving { settle(i, at: time, emit) }
    }

    /// It has come to rest: one that stays keeps its place.
    private mutating func settle(_ i: Int, at time: Double, _ emit: (AxisChange) -> Void) {
        let stays = axes[i].configuration.integrates, value = stays ? axes[i].value : 0
        axes[i].isMoving = false
        axes[i].lastValue = value
        axes[i].reportedValue = value
        emit(AxisChange(time: time, name: axes[i].configuration.name, value: value, rests: !stays))
    }
}
