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
            if configuration.slew > 0, configuration.wheel == nil { motion.slew = configuration.slew * 2 }
            if configuration.attach != nil { motion.detach() }
        }
    }

    /// Minimum time between two reports of a movement, in seconds. Every rest is reported.
    private static let reportTime = 0.25

    private var axes: [Axis]
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
    ///   - wayBack: a former rest, if one is remembered: on the way there nothing moves, whether it follows head or gaze. An axis with a hold moves
    ///     during that hold.
    ///   - held: the current hold.
    ///   - ways: which way each wheel's lines say now; `nil` if no wheel may turn.
    ///   - time: time of the sample.
    ///   - now: time of the movement; in a running appliance it is later.
    package mutating func move(_ head: HeadOffset?, gaze: HeadOffset? = nil, wayBack: WayBack? = nil, held: HeadDirection?, ways: [String: Int]? = [:],
                               at time: Double, now: Double, _ emit: (AxisChange) -> Void) {
        for i in axes.indices {
            let offset = axes[i].configuration.follows == .gaze ? gaze : head
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

    /// Puts all axes to rest.
    package mutating func rest(at time: Double, _ emit: (AxisChange) -> Void) {
        for i in axes.indices { rest(i, at: time, emit) }
    }

    private mutating func follow(_ i: Int, _ offset: HeadOffset, _ wayBack: WayBack?, _ ways: [String: Int], at time: Double, now: Double,
                                 _ emit: (AxisChange) -> Void) {
        let sign = axes[i].configuration.isReversed ? -1 : 1
        var steps = sign * axes[i].motion.add(offset, wayBack: wayBack, at: time), value = Double(sign) * axes[i].motion.value, isAtRest = value == 0
        if let wheel = axes[i].configuration.wheel {
            (steps, value) = (0, turn(i, wheel, offset, wayBack, ways, at: time))
            isAtRest = axes[i].speed.way == 0
        }
        guard !isAtRest else {
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

    /// Turns a wheel by a sample.
    /// - Returns: its speed; 0 while its lines do not say yet which way it turns.
    private mutating func turn(_ i: Int, _ wheel: Wheel, _ offset: HeadOffset, _ wayBack: WayBack?, _ ways: [String: Int], at time: Double) -> Double {
        _ = axes[i].turn?.add(offset, wayBack: wayBack, at: time)
        let wanted = wheel.mix(forward: axes[i].motion.value, turn: axes[i].turn?.value ?? 0)
        let slew = axes[i].configuration.slew > 0 ? axes[i].configuration.slew * 2 : .infinity
        axes[i].speed.follow(wanted, line: ways[axes[i].configuration.name] ?? 0, slew: slew, at: time)
        return axes[i].configuration.curve.range(axes[i].speed.value)
    }

    private mutating func rest(_ i: Int, at time: Double, _ emit: (AxisChange) -> Void) {
        axes[i].motion.stop()
        axes[i].turn?.stop()
        axes[i].speed.stop()
        axes[i].waitsForMiddle = true
        if axes[i].isMoving { settle(i, at: time, emit) }
    }

    private mutating func settle(_ i: Int, at time: Double, _ emit: (AxisChange) -> Void) {
        axes[i].isMoving = false
        axes[i].lastValue = 0
        axes[i].reportedValue = 0
        emit(AxisChange(time: time, name: axes[i].configuration.name, value: 0, rests: true))
    }
}
