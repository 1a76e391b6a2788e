import Glibc

/// Position of the eyes in a view, and the head's angles.
struct EyePlace: Equatable {
    let right: PicturePoint
    let left: PicturePoint
    let pose: HeadPose
    /// Distance between the eyes' centres as if the head faced the camera, in pixels. Turning the head foreshortens it more than the width
    /// of the nearer eye.
    let distance: Double
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - width: of the view in pixels.
    ///   - height: of the view in pixels.
    init(_ face: Face, _ pose: HeadPose, width: Int, height: Int) {
        right = face.rightEye
        left = face.leftEye
        self.pose = pose
        let across = face.leftEye - face.rightEye, length = FacePoints.length(across)
        // Angles count along the picture's axes; the eyes of a head that lies on its side do not.
        let turn = length > 0 ? (pose.yaw * across.x - pose.pitch * across.y) / length : 0
        distance = length / max(0.5, cos(turn * .pi / 180))
        self.width = width
        self.height = height
    }

    static let nowhere = EyePlace()

    private init() {
        right = .zero
        left = .zero
        pose = HeadPose(yaw: 0, pitch: 0, roll: 0)
        distance = 0
        width = 0
        height = 0
    }

    /// Angle of the line from the right eye to the left one, in radians.
    var rotation: Double { atan2(left.y - right.y, left.x - right.x) }

    /// Whether an eye lies inside the view, at least `margin` from its edges.
    func isInside(_ side: EyeFinder.Side, margin: Double) -> Bool {
        let eye = side == .right ? right : left
        return min(eye.x, eye.y) >= margin && eye.x <= Double(width) - margin && eye.y <= Double(height) - margin
    }
}
