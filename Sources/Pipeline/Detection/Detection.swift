/// BlazeFace's result for one face: box, six points and score, in pixels of the upright view.
public struct Detection: Equatable, Sendable {
    /// 0…1.
    public var score: Double
    public var box: Box
    /// The user's own right eye.
    public var rightEye: PicturePoint
    public var leftEye: PicturePoint
    public var noseTip: PicturePoint
    public var mouth: PicturePoint
    public var rightEar: PicturePoint
    public var leftEar: PicturePoint

    package init(score: Double, box: Box, rightEye: PicturePoint, leftEye: PicturePoint, noseTip: PicturePoint,
                 mouth: PicturePoint, rightEar: PicturePoint, leftEar: PicturePoint) {
        self.score = score
        self.box = box
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.noseTip = noseTip
        self.mouth = mouth
        self.rightEar = rightEar
        self.leftEar = leftEar
    }

    /// As ``Face/size``.
    public var size: Double { FacePoints.size(rightEye, leftEye, mouth) }

    /// The square around the face, in which its eyes are level.
    /// - Parameter scale: in sides of the face's box.
    func region(scale: Double) -> RegionOfInterest { .square(around: box, from: rightEye, to: leftEye, scale: scale) }

    /// The same face in transformed coordinates. The box becomes the upright box around its corners.
    func transformed(by transform: AffineTransform) -> Detection {
        let a = transform.apply(box.low), b = transform.apply(box.high)
        let c = transform.apply(PicturePoint(box.low.x, box.high.y)), d = transform.apply(PicturePoint(box.high.x, box.low.y))
        return Detection(
            score: score,
            box: Box(low: pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d)),
                     high: pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))),
            rightEye: transform.apply(rightEye), leftEye: transform.apply(leftEye),
            noseTip: transform.apply(noseTip), mouth: transform.apply(mouth),
            rightEar: transform.apply(rightEar), leftEar: transform.apply(leftEar))
    }
}
