// The points of a followed face, and how detections correct them.

/// Eyes, mouth and nose, in pixels of a frame.
package struct FacePoints: Equatable, Sendable {
    package var rightEye = PicturePoint.zero
    package var leftEye = PicturePoint.zero
    package var mouth = PicturePoint.zero
    package var noseTip = PicturePoint.zero

    package init(rightEye: PicturePoint = .zero, leftEye: PicturePoint = .zero, mouth: PicturePoint = .zero,
                 noseTip: PicturePoint = .zero) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.mouth = mouth
        self.noseTip = noseTip
    }

    var eyeDistance: Double { Self.length(leftEye - rightEye) }
    var center: PicturePoint { (rightEye + leftEye + mouth) / 3 }
    /// The furthest that one of the points lies from the frame's origin, for points that are differences.
    var furthest: Double {
        max(Self.length(rightEye), Self.length(leftEye), Self.length(mouth), Self.length(noseTip))
    }

    func map(_ body: (PicturePoint) -> PicturePoint) -> FacePoints {
        FacePoints(rightEye: body(rightEye), leftEye: body(leftEye), mouth: body(mouth), noseTip: body(noseTip))
    }

    static func + (a: FacePoints, b: FacePoints) -> FacePoints {
        FacePoints(rightEye: a.rightEye + b.rightEye, leftEye: a.leftEye + b.leftEye, mouth: a.mouth + b.mouth,
                   noseTip: a.noseTip + b.noseTip)
    }

    static func - (a: FacePoints, b: FacePoints) -> FacePoints { a + b.map { -$0 } }

    package static func length(_ vector: PicturePoint) -> Double { (vector * vector).sum().squareRoot() }
}

/// A face that is carried along by a ``HeadFollower`` and corrected, gently, by each detection. In pixels of the frame.
package struct FollowedFace: Sendable {
    /// The part of a detection's difference that is taken over where following was sure: a detection is off by a
    /// hundredth of the interocular distance by itself, so that the mean of several is better than one.
    private static let trust = 0.5
    /// Differences, in interocular distances, from which on and beyond which a detection is trusted wholly.
    private static let difference = (small: 0.04, large: 0.10)
    /// Confidence of following below which the difference is its fault, and is taken over at once.
    private static let confidence = (doubtful: 0.5, none: 0.3)
    /// The furthest that a correction moves a point from one frame to the next, in interocular distances: a jump would
    /// look like a movement.
    private static let largestStep = 0.018

    package private(set) var points: FacePoints
    /// The last detection's score.
    private(set) var score: Double
    /// How far the face is from where the last detection was, in interocular distances.
    var distance: Double { FacePoints.length(points.center - keyPoints.center - added.center) / points.eyeDistance }

    /// At the key frame, and what corrections have added since.
    private var keyPoints: FacePoints
    private var added = FacePoints()
    /// What corrections have yet to add.
    private var pending = FacePoints()
    private var box: (center: PicturePoint, side: Double)
    private var keyBox: (center: PicturePoint, side: Double)

    /// - Parameter viewToFrame: detections are in the view's pixels.
    package init(_ detection: Detection, viewToFrame: AffineTransform) {
        points = detection.points.map(viewToFrame.apply)
        keyPoints = points
        score = detection.score
        box = (viewToFrame.apply(detection.box.center), max(detection.box.size.x, detection.box.size.y))
        keyBox = box
    }

    /// Moves with the head. `relief` of eyes and mouth is nothing by definition.
    mutating func move(by motion: HeadMotion, axes: FaceAxes) {
        func moved(_ point: PicturePoint, relief: Double = 0) -> PicturePoint {
            axes.point(motion.apply(axes.place(of: point), relief: relief))
        }
        points = FacePoints(rightEye: moved(keyPoints.rightEye), leftEye: moved(keyPoints.leftEye),
                            mouth: moved(keyPoints.mouth), noseTip: moved(keyPoints.noseTip, relief: FaceRelief.noseTip))
            + added
        box = (moved(keyBox.center), keyBox.side * (1 + motion.growth))
    }

    /// Takes over the next part of what the last detection found.
    package mutating func correct() {
        let most = Self.largestStep * points.eyeDistance
        let step = pending.map { rest in
            let length = FacePoints.length(rest)
            return length > most ? rest * (most / length) : rest
        }
        pending = pending - step
        added = added + step
        points = points + step
    }

    /// A detection in the frame that the face is at: the next key frame.
    ///
    /// - Parameter confidence: of the following up to here.
    package mutating func take(_ detection: Detection, viewToFrame: AffineTransform, confidence: Double) {
        let found = FollowedFace(detection, viewToFrame: viewToFrame)
        let difference = found.points - points
        let size = difference.furthest / points.eyeDistance
        func part(_ value: Double, from low: Double, to high: Double) -> Double {
            min(max((value - low) / (high - low), 0), 1)
        }
        let atOnce = max(part(-confidence, from: -Self.confidence.doubtful, to: -Self.confidence.none),
                         part(size, from: 0.3, to: 0.4))
        let trust = Self.trust + (1 - Self.trust)
            * max(atOnce, part(size, from: Self.difference.small, to: Self.difference.large))
        points = points + difference.map { $0 * trust * atOnce }
        pending = difference.map { $0 * trust * (1 - atOnce) }
        added = FacePoints()
        keyPoints = points
        box = found.box
        keyBox = box
        score = found.score
    }

    /// Whether a detection's box is as large as this face's, within a factor.
    func hasSize(of detection: Detection, within factor: Double) -> Bool {
        let ratio = max(detection.box.size.x, detection.box.size.y) / box.side
        return ratio < factor && ratio > 1 / factor
    }

    /// Where to look for the same face, in the view's pixels.
    func region(in view: FrameView, scale: Double) -> RegionOfInterest {
        let right = view.frameToView.apply(points.rightEye), left = view.frameToView.apply(points.leftEye)
        let center = view.frameToView.apply(box.center), half = PicturePoint(box.side, box.side) / 2
        return .square(around: Box(low: center - half, high: center + half), from: right, to: left, scale: scale)
    }

    /// As the pipeline hands it on.
    func face(in view: FrameView) -> Face {
        Face(points: points.map(view.frameToView.apply), confidence: score)
    }
}

extension Detection {
    /// In the view's pixels.
    var points: FacePoints { FacePoints(rightEye: rightEye, leftEye: leftEye, mouth: mouth, noseTip: noseTip) }
}
