import Gestures

/// State of a simulated user at one time. Angles in degrees from the user's own point of view, shifts in IOD.
package struct HeadState: Equatable, Sendable {
    /// Positive to the user's left.
    package var yaw = 0.0
    /// Positive up.
    package var pitch = 0.0
    /// Positive towards the user's left shoulder.
    package var roll = 0.0
    /// The head's shift, positive to the user's left and up.
    package var left = 0.0
    package var up = 0.0
    /// Factor by which the user appears larger.
    package var scale = 1.0
    /// Distance of the lips.
    package var lips = 0.0
    /// How far the brows are raised, and how far the mouth smiles, in the unit of the measures (``HeadSample/brows``, ``HeadSample/smile``).
    package var brows = 0.0
    package var smile = 0.0
    /// How much these measures change when the brows rise, or the corners of the mouth move, by one IOD: what 16 pictures of people with drawn
    /// brows and smiles show in the mesh.
    package static let measurePerIOD = (brows: 0.47, smile: 1.16)
    /// Gaze direction in the world, in degrees from rest; independent of the head's angles.
    package var gazeLeft = 0.0
    package var gazeUp = 0.0
    /// 1 if the eyes are shut.
    package var lids = 0.0
    /// Brightness.
    package var light = 1.0
    /// How far the user has left the frame: 0 present, 1 gone.
    package var absence = 0.0

    package init() {}

    /// Turns the head in a direction.
    package mutating func turn(_ direction: HeadDirection, degrees: Double) {
        switch direction {
        case .left: yaw += degrees
        case .right: yaw -= degrees
        case .up: pitch += degrees
        case .down: pitch -= degrees
        }
    }
}
