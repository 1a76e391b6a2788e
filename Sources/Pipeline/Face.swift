// What the pipeline knows of the user's face in one frame.

/// The followed face, in pixels of the upright, unmirrored view.
public struct Face: Equatable, Sendable {
    /// Centre of the user's own right eye.
    public var rightEye: PicturePoint
    public var leftEye: PicturePoint
    public var mouth: PicturePoint
    public var noseTip: PicturePoint
    /// Angles of the head: the mesh's, or with accuracy `low` what four points give.
    public var pose: HeadPose?
    /// The network's score or presence, 0…1.
    public var confidence: Double
    /// Whether it may be acted on. A face that the mesh has given up on and BlazeFace still sees is not certain.
    public var isCertain: Bool

    init(points: FacePoints, confidence: Double, isCertain: Bool = true) {
        rightEye = points.rightEye
        leftEye = points.leftEye
        mouth = points.mouth
        noseTip = points.noseTip
        pose = HeadPose(points: points)
        self.confidence = confidence
        self.isCertain = isCertain
    }

    init(detection: Detection, isCertain: Bool) {
        self.init(points: detection.points, confidence: detection.score, isCertain: isCertain)
    }

    /// Eyes and mouth from their corners, which neither blinking nor speaking moves.
    init(mesh: FaceMesh, pose: HeadPose?, presence: Double) {
        let right = MeshTopology.rightEyeCorners, left = MeshTopology.leftEyeCorners, mouth = MeshTopology.mouthCorners
        rightEye = (mesh.point(right.outer) + mesh.point(right.inner)) / 2
        leftEye = (mesh.point(left.outer) + mesh.point(left.inner)) / 2
        self.mouth = (mesh.point(mouth.right) + mesh.point(mouth.left)) / 2
        noseTip = mesh.point(MeshTopology.noseTip)
        self.pose = pose
        confidence = presence
        isCertain = true
    }
}
