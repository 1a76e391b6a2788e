/// One sample relative to rest: how far the head points away, and how the body moved besides.
struct Pose: Sendable {
    /// How far the head points away, in IOD.
    var offset: HeadOffset
    /// How far the head's place is away, in IOD.
    var place: HeadOffset
    /// Apparent size of the head, as a factor of the one at rest.
    var size: Double
    /// Tilt towards a shoulder, in radians from rest.
    var tilt: Double
    /// The offset is a turn of the head; the place is a second measurement then.
    var isTurn: Bool

    /// The same body, looking where it rests.
    var atRest: Pose {
        var pose = self
        pose.offset = HeadOffset(left: 0, up: 0)
        return pose
    }

    static let rest = Pose(offset: HeadOffset(left: 0, up: 0), place: HeadOffset(left: 0, up: 0), size: 1, tilt: 0,
                           isTurn: false)
}
