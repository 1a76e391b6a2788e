// What the pipeline knows of the user's face in one frame.

/// The followed face, in pixels of the upright, unmirrored view.
public struct Face: Equatable, Sendable {
    /// Centre of the user's own right eye.
    public var rightEye: PicturePoint
    public var leftEye: PicturePoint
    public var mouth: PicturePoint
    public var noseTip: PicturePoint
    /// Angles of the head; `nil` where the face is not certain.
    public var pose: HeadPose?
    /// What the mesh last saw of the lips; `nil` where the face is not certain.
    public var lips: Lips?
    /// A look at an eye in this frame; `nil` if nobody asked for one.
    public var eye: EyeSighting?
    /// The network's score or presence, 0…1.
    public var confidence: Double
    /// Whether it may be acted on. A face that the mesh has given up on and BlazeFace still sees is not certain.
    public var isCertain: Bool

    init(points: FacePoints, pose: HeadPose?, lips: Lips?, confidence: Double, isCertain: Bool = true) {
        rightEye = points.rightEye
        leftEye = points.leftEye
        mouth = points.mouth
        noseTip = points.noseTip
        self.pose = pose
        self.lips = lips
        self.confidence = confidence
        self.isCertain = isCertain
    }

    /// What BlazeFace sees where the mesh sees none: it may not be acted on.
    init(doubtful detection: Detection) {
        self.init(points: FacePoints(rightEye: detection.rightEye, leftEye: detection.leftEye, mouth: detection.mouth,
                                     noseTip: detection.noseTip),
                  pose: nil, lips: nil, confidence: detection.score, isCertain: false)
    }
}
