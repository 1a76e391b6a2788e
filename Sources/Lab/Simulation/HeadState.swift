import Gestures

/// State of a simulated user at one time. Angles in degrees from the user's own point of view, shifts in IOD.
struct HeadState: Equatable, Sendable {
    /// Positive to the user's left.
    var yaw = 0.0
    /// Positive up.
    var pitch = 0.0
    /// Positive towards the user's left shoulder.
    var roll = 0.0
    /// The head's shift, positive to the user's left and up.
    var left = 0.0
    var up = 0.0
    /// Factor by which the user appears larger.
    var scale = 1.0
    /// Distance of the lips.
    var lips = 0.0
    /// Gaze direction in the world, in degrees from rest; independent of the head's angles.
    var gazeLeft = 0.0
    var gazeUp = 0.0
    /// 1 if the eyes are shut.
    var lids = 0.0
    /// Brightness.
    var light = 1.0
    /// How far the user has left the frame: 0 present, 1 gone.
    var absence = 0.0

    /// Turns the head in a direction.
    mutating func turn(_ direction: HeadDirection, degrees: Double) {
        switch direction {
        case .left: yaw += degrees
        case .right: yaw -= degrees
        case .up: pitch += degrees
        case .down: pitch -= degrees
        }
    }
}
