/// Smooths the offset and the place of the head alike. Smoothing only one of them would make every quick turn in slow pictures
/// look as if the head was carried.
struct PoseFilter: Sendable {
    private var offset = OneEuroFilter()
    private var place = OneEuroFilter()

    /// - Parameters:
    ///   - seconds: since the sample before; a long gap or none starts afresh.
    ///   - cutoff: of a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ pose: Pose, after seconds: Double, cutoff: Double, _ rules: GestureRules) -> Pose {
        var pose = pose
        pose.offset = offset.smooth(pose.offset, after: seconds, cutoff: cutoff, rules)
        pose.place = place.smooth(pose.place, after: seconds, cutoff: cutoff, rules)
        return pose
    }

    /// Follows an origin that moved by `shift`.
    mutating func shift(by shift: HeadOffset) { offset.shift(by: shift) }
}
