/// One eye: where it points in the head, and its size.
public struct Eye: Equatable, Sendable {
    /// Position of the iris's centre relative to the middle between the eye's corners, in half widths of the eye: x positive to the user's
    /// left, y positive up. Turning the eye by one degree moves it by about 0.014 (eyeball radius 12 mm, eye 30 mm wide).
    public var iris: PicturePoint
    /// Mean distance between the lids over the eye's width: 0.26 to 0.35 in an open eye, below 0.17 in a closed one.
    public var openness: Double
    /// Width of the eye in pixels of the view.
    public var width: Double

    public init(iris: PicturePoint, openness: Double, width: Double) {
        self.iris = iris
        self.openness = openness
        self.width = width
    }
}

/// One measurement of an eye, with the head's pose at that moment.
public struct EyeSighting: Equatable, Sendable {
    public var eye: Eye
    public var side: EyeFinder.Side
    /// Standard deviation of the luma in the eye, 0…128: 10 and more in eyes, 1 or 2 behind dark glasses.
    public var contrast: Double
    /// The head's angles in the same frame.
    public var pose: HeadPose
    /// Distance between the eyes' centres as if the head faced the camera, in pixels of the view.
    public var eyeDistance: Double
    /// Time of the frame, in seconds.
    public var time: Double

    public init(eye: Eye, side: EyeFinder.Side, contrast: Double, pose: HeadPose, eyeDistance: Double, time: Double) {
        self.eye = eye
        self.side = side
        self.contrast = contrast
        self.pose = pose
        self.eyeDistance = eyeDistance
        self.time = time
    }

    /// How far the measurement can be trusted, 0…1; below 0.5 it is not used. The model invents an iris where it sees none: behind dark
    /// glasses, in too few pixels, beyond the frame's edge.
    public var certainty: Double {
        let ratio = eye.width / eyeDistance
        guard ratio > Self.widthRatio.least, ratio < Self.widthRatio.most else { return 0 }
        return min(1, eyeDistance / Self.fullDistance, contrast / Self.fullContrast)
    }

    /// Ratio of an eye's width to the eyes' distance; measured on real people: 0.33 to 0.45.
    private static let widthRatio = (least: 0.2, most: 0.6)
    /// Distance of the eyes in pixels, and contrast, for a certainty of 1; half of either gives 0.5. Measured: decisions become wrong below
    /// 20 pixels; the worst real eyes have a contrast of 10, painted dark glasses 1.4.
    private static let fullDistance = 40.0, fullContrast = 16.0
}
