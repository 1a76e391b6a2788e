/// The followed face, in pixels of the upright, unmirrored view.
public struct Face: Equatable, Sendable {
    /// Centre of the user's own right eye.
    public var rightEye: PicturePoint
    public var leftEye: PicturePoint
    public var mouth: PicturePoint
    public var noseTip: PicturePoint
    /// Angles of the head; `nil` if the face is not certain.
    public var pose: HeadPose?
    /// Mouth, lids and brows as the mesh last saw them; `nil` if the face is not certain.
    public var shape: FaceShape?
    /// A measurement of an eye in this frame; `nil` if none was requested.
    public var eye: EyeSighting?
    /// BlazeFace's score or the mesh's presence, 0…1.
    public var confidence: Double
    /// Whether the face may be acted on. A face that the mesh has lost and BlazeFace still sees is not certain.
    public var isCertain: Bool

    package init(points: FacePoints, pose: HeadPose?, shape: FaceShape?, confidence: Double, isCertain: Bool = true) {
        rightEye = points.rightEye
        leftEye = points.leftEye
        mouth = points.mouth
        noseTip = points.noseTip
        self.pose = pose
        self.shape = shape
        self.confidence = confidence
        self.isCertain = isCertain
    }

    /// The distance of the eyes or that between eyes and mouth, whichever is greater, in pixels of the view: turning or nodding makes only one of
    /// them smaller.
    public var size: Double { FacePoints.size(rightEye, leftEye, mouth) }

    /// A face that BlazeFace sees and the mesh does not: it may not be acted on.
    init(doubtful detection: Detection) {
        self.init(points: FacePoints(rightEye: detection.rightEye, leftEye: detection.leftEye, mouth: detection.mouth,
                                     noseTip: detection.noseTip),
                  pose: nil, shape: nil, confidence: detection.score, isCertain: false)
    }
}
