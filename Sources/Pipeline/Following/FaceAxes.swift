/// The face's own axes in one frame, from eyes and mouth, and the unit in which motion is given.
package struct FaceAxes: Equatable, Sendable {
    /// Midpoint of the eyes, in the frame's pixels.
    let origin: PicturePoint
    /// From the right eye to the left one; its length is one interocular distance.
    let across: PicturePoint
    /// Perpendicular to `across`, of the same length, towards the mouth.
    let down: PicturePoint

    /// `nil` if the points do not define axes.
    package init?(rightEye: PicturePoint, leftEye: PicturePoint, mouth: PicturePoint) {
        origin = (rightEye + leftEye) / 2
        across = leftEye - rightEye
        let side = PicturePoint(-across.y, across.x), toMouth = mouth - origin
        down = (side * toMouth).sum() >= 0 ? side : -side  // in a mirrored frame it is on the other side
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
