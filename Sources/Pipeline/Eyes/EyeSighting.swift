/// One eye: where it points in the head, and how well it was seen.
public struct Eye: Equatable, Sendable {
    /// Where the centre of the iris lies from the middle of the eye's corners, in half widths of the eye: x positive to the user's left, y
    /// positive up. An eye that turns by a degree moves it by about 0.014 (eyeball radius 12 mm, eye 30 mm wide).
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

/// A look at one eye, and the head at that moment.
public struct EyeSighting: Equatable, Sendable {
    public var eye: Eye
    public var side: EyeFinder.Side
    /// Standard deviation of the luma in the eye, 0…128: 10 and more in eyes, 1 or 2 behind dark glasses.
    public var contrast: Double
    /// The head's angles in the same picture.
    public var pose: HeadPose
    /// Between the eyes' middles as if the head faced the camera, in pixels of the view.
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

    /// How far it can be trusted, 0…1; less than a half is not enough. The model invents an iris where it sees none: behind dark glasses, in
    /// too few pixels, beyond the picture's edge.
    public var certainty: Double {
        let ratio = eye.width / eyeDistance
        guard ratio > Self.widthRatio.least, ratio < Self.widthRatio.most else { return 0 }
        return min(1, eyeDistance / Self.fullDistance, contrast / Self.fullContrast)
    }

    /// Of an eye's width to the eyes' distance; seen on real people: 0.33 to 0.45.
    private static let widthRatio = (least: 0.2, most: 0.6)
    /// Eyes that are this far apart, in pixels, and this contrast are enough for full certainty, half of them for a half. Measured: decisions
    /// turn wrong below 20 pixels; the worst real eyes have a contrast of 10, painted dark glasses 1.4.
    private static let fullDistance = 40.0, fullContrast = 16.0
}
