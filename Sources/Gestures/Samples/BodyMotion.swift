/// Movement of the head as a whole during a turn (shift, tilt and change of size) and the amounts that the turn explains.
struct BodyMotion: Equatable, Sendable {
    /// The turn itself, in IOD, and its direction.
    let turn: Double
    let direction: HeadDirection
    /// Movement of the head's position, in IOD.
    let shift: Double
    /// Change of tilt, in radians.
    let tilt: Double
    /// Ratio of the sizes, at least 1.
    let scale: Double
    /// Whether the turn is measured independently of the position, so that the two can be compared.
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

    /// What a turn up or down explains; a cough or a sneeze shifts the head further.
    func longestReflexShift(_ rules: GestureRules) -> Double { isTurn ? rules.reflexShiftRatio * turn + rules.reflexShiftAllowance : .infinity }

    func largestTilt(_ rules: GestureRules) -> Double {
        max(rules.tiltRatio * turn / GestureRules.turnLever, rules.tiltAllowance)
    }

    func largestScale(_ rules: GestureRules) -> Double { rules.scaleLimit + rules.scalePerTurn * turn }

    /// Whether the turn explains all of it.
    func isPlausible(_ rules: GestureRules) -> Bool {
        !(shift > longestShift(rules) || tilt > largestTilt(rules) || scale > largestScale(rules))
    }
}
