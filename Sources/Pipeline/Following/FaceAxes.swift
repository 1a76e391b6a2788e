// The face's own axes in one frame.

/// Eyes and mouth in one frame: the axes and the unit in which motion is told.
package struct FaceAxes: Equatable, Sendable {
    /// Between the eyes, in the frame's pixels.
    let origin: PicturePoint
    /// From the right eye to the left one: one interocular distance long.
    let across: PicturePoint
    /// Of the same length, at a right angle, towards the mouth.
    let down: PicturePoint

    /// `nil` where the points carry no axes.
    package init?(rightEye: PicturePoint, leftEye: PicturePoint, mouth: PicturePoint) {
        origin = (rightEye + leftEye) / 2
        across = leftEye - rightEye
        let side = PicturePoint(-across.y, across.x), toMouth = mouth - origin
        down = (side * toMouth).sum() >= 0 ? side : -side  // a mirrored frame has it on the other side
        guard (across * across).sum() > 4, origin.x.isFinite, origin.y.isFinite else { return nil }
    }

    /// In the frame's pixels.
    package var eyeDistance: Double { (across * across).sum().squareRoot() }

    package func point(_ place: PicturePoint) -> PicturePoint { origin + across * place.x + down * place.y }

    package func place(of point: PicturePoint) -> PicturePoint {
        let away = point - origin
        return PicturePoint((away * across).sum(), (away * down).sum()) / (across * across).sum()
    }
}
