// How a head has moved since a key frame.

/// A motion in a key frame's axes. Zero is none.
///
/// A head is nearly a plane through eyes and mouth: similarity and foreshortening are an affine motion of it. What stands
/// out of the plane, the nose most of all, moves further when the head turns: that is the parallax.
package struct HeadMotion: Equatable, Sendable {
    static let parameters = 8

    var shift = PicturePoint.zero
    /// Growth, and the turn in the picture's plane (the sine of its angle).
    var growth = 0.0
    var turn = 0.0
    /// Stretch across against down, and along the diagonals.
    var stretch = 0.0
    var shear = 0.0
    /// Shift of what stands out by one interocular distance.
    var parallax = PicturePoint.zero

    /// Where a place goes that stands out by `relief`.
    package func apply(_ place: PicturePoint, relief: Double = 0) -> PicturePoint {
        place + shift + PicturePoint(
            growth * place.x - turn * place.y + stretch * place.x + shear * place.y,
            growth * place.y + turn * place.x - stretch * place.y + shear * place.x) + parallax * relief
    }
}
