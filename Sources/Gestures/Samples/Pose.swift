/// A sample relative to rest: the offset by which gestures are measured, and the movement of the body.
package struct Pose: Sendable {
    /// Offset by which gestures are measured, in IOD.
    package var offset: HeadOffset
    /// Offset of the head's position, in IOD.
    var place: HeadOffset
    /// Apparent size of the head, relative to its size at rest.
    var size: Double
    /// Tilt towards a shoulder relative to rest, in radians.
    var tilt: Double
    /// Whether the offset is a turn of the head; the position is then an independent measurement.
    var isTurn: Bool

    /// Whether every number can be used for measurements.
    var isFinite: Bool { offset.left.isFinite && offset.up.isFinite && size.isFinite && tilt.isFinite }

    /// The same body, with the head at rest.
    var atRest: Pose {
        var pose = self
        pose.offset = HeadOffset(left: 0, up: 0)
        return pose
    }

    package static let rest = Pose(offset: HeadOffset(left: 0, up: 0), place: HeadOffset(left: 0, up: 0), size: 1, tilt: 0,
                           isTurn: false)
}
