// How the simulated user sits at one moment.
import Gestures

/// A moment of a simulated user. Angles in degrees from the user's own point of view, shifts in IOD.
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
    /// How much larger the user appears.
    var scale = 1.0
    /// How far the lips stand apart.
    var lips = 0.0
    /// Where the eyes look in the world, in degrees from rest; nothing of it is the head's.
    var gazeLeft = 0.0
    var gazeUp = 0.0
    /// 1 where the eyes are shut.
    var lids = 0.0
    /// Brightness.
    var light = 1.0
    /// How far the user has left the picture: 0 there, 1 gone.
    var absence = 0.0

    /// Turns the head towards a direction.
    mutating func turn(_ direction: HeadDirection, degrees: Double) {
        switch direction {
        case .left: yaw += degrees
        case .right: yaw -= degrees
        case .up: pitch += degrees
        case .down: pitch -= degrees
        }
    }
}
