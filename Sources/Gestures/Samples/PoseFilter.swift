/// Smooths the offset and the position of the head alike. If only one of them were smoothed, every quick turn at a low frame rate would
/// look as if the head was carried.
struct PoseFilter: Sendable {
    private var offset = OneEuroFilter()
    private var place = OneEuroFilter()

    /// - Parameters:
    ///   - seconds: time since the sample before; the filter restarts if it is 0 or a long gap.
    ///   - cutoff: cut-off for a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ pose: Pose, after seconds: Double, cutoff: Double, _ rules: GestureRules) -> Pose {
        var pose = pose
        let numbers = OneEuroFilter.Numbers(rules)
        pose.offset = offset.smooth(pose.offset, after: seconds, cutoff: cutoff, numbers)
        pose.place = place.smooth(pose.place, after: seconds, cutoff: cutoff, numbers)
        return pose
    }

    /// Adjusts to an origin that moved by `shift`.
    mutating func shift(by shift: HeadOffset) { offset.shift(by: shift) }
}
