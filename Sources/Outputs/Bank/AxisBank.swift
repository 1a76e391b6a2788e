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

        init(_ configuration: AxisConfiguration) {
            self.configuration = configuration
            motion = ProportionalAxis(configuration.direction, deadZone: configuration.deadZone,
                                      accelerationZone: configuration.accelerationZone, maxSpeed: configuration.maxSpeed)
            // The full range is 2, from -1 to 1.
            if configuration.slew > 0 { motion.slew = configuration.slew * 2 }
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
    ///   - time: time of the sample.
    ///   - now: time of the movement; in a running appliance it is later.
    package mutating func move(_ head: HeadOffset?, gaze: HeadOffset? = nil, wayBack: WayBack? = nil, held: HeadDirection?, at time: Double, now: Double,
                               _ emit: (AxisChange) -> Void) {
        for i in axes.indices {
            let offset = axes[i].configuration.follows == .gaze ? gaze : head
            guard head != nil, let offset, axes[i].motion.isAttached else {
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
                guard axes[i].motion.speed(at: offset) == 0 else { continue }
                axes[i].waitsForMiddle = false
            }
            if axes[i].isMoving, time - axes[i].movesSince >= maxHold {
                rest(i, at: now, emit)
                continue
            }
            follow(i, offset, axes[i].configuration.hold == nil ? wayBack : nil, at: time, now: now, emit)
        }
    }

    /// Puts all axes to rest.
    package mutating func rest(at time: Double, _ emit: (AxisChange) -> Void) {
        for i in axes.indices { rest(i, at: time, emit) }
    }

    private mutating func follow(_ i: Int, _ offset: HeadOffset, _ wayBack: WayBack?, at time: Double, now: Double, _ emit: (AxisChange) -> Void) {
        let sign = axes[i].configuration.isReversed ? -1 : 1
        let steps = sign * axes[i].motion.add(offset, wayBack: wayBack, at: time), value = Double(sign) * axes[i].motion.value
        guard value != 0 else {
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
        axes[i].motion.stop()
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
