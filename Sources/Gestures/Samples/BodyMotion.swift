/// What the head as a whole did during a turn: its shift, tilt and change of size, and how much of each such a turn explains.
struct BodyMotion: Equatable, Sendable {
    /// The turn itself, in IOD, and its direction.
    let turn: Double
    let direction: HeadDirection
    /// How far the head's place moved, in IOD.
    let shift: Double
    /// Change of tilt, in radians.
    let tilt: Double
    /// Larger or smaller than before, as a factor of at least 1.
    let scale: Double
    /// The turn is measured independently of the place, so that the two can be compared.
    private let isTurn: Bool

    init(from origin: Pose, to pose: Pose) {
        let away = pose.offset - origin.offset
        turn = away.length
        direction = away.dominant
        shift = (pose.place - origin.place).length
        tilt = (pose.tilt - origin.tilt).magnitude
        scale = max(pose.size / origin.size, origin.size / pose.size)
        isTurn = pose.isTurn
    }

    func longestShift(_ rules: GestureRules) -> Double { isTurn ? rules.shiftRatio * turn + rules.shiftAllowance : .infinity }

    func largestTilt(_ rules: GestureRules) -> Double {
        max(rules.tiltRatio * turn / GestureRules.turnLever, rules.tiltAllowance)
    }

    func largestScale(_ rules: GestureRules) -> Double { rules.scaleLimit + rules.scalePerTurn * turn }

    /// Whether a turn explains all of it.
    func isPlausible(_ rules: GestureRules) -> Bool {
        !(shift > longestShift(rules) || tilt > largestTilt(rules) || scale > largestScale(rules))
    }
}
