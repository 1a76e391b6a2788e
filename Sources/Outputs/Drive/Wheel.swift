/// What makes an axis a wheel of `[drive]`: it mixes the head's offset up, which drives, with that to the left, which turns.
package struct Wheel: Equatable, Sendable {
    /// The part of the turn that is added: 1 for a wheel on the right, -1 for one on the left, 0 for one that does not turn the robot.
    package let turn: Double

    package init(turn: Double) { self.turn = turn }

    /// Its speed, -1 to 1. Where the sum is too much for a wheel, all are slower in the same proportion, so that the curve stays.
    package func mix(forward: Double, turn left: Double) -> Double {
        (forward + turn * left) / max(1, forward.magnitude + (turn * left).magnitude)
    }
}

/// What makes an output a line of `[drive]`: it says which way a wheel turns.
package struct WheelWay: Equatable, Sendable {
    /// The wheel's axis.
    package let axis: String
    /// 1 forward, -1 back.
    package let way: Int
}
