// Smoothing of all that is compared with each other.

/// Smooths how far the head points away and how far it was carried alike: with the one smoothed and the other not, every
/// quick turn in slow pictures seems to carry the head further than it turns it.
struct PoseFilter: Sendable {
    private var offset = OneEuroFilter()
    private var place = OneEuroFilter()

    /// - Parameters:
    ///   - seconds: since the sample before; a long time or none starts anew.
    ///   - cutoff: of a head at rest, in Hz; 0 for no smoothing.
    mutating func smooth(_ pose: Pose, after seconds: Double, cutoff: Double) -> Pose {
        var pose = pose
        pose.offset = offset.smooth(pose.offset, after: seconds, cutoff: cutoff)
        pose.place = place.smooth(pose.place, after: seconds, cutoff: cutoff)
        return pose
    }

    /// The measure moved by `shift`: so did what is remembered.
    mutating func shift(by shift: HeadOffset) { offset.shift(by: shift) }
}
