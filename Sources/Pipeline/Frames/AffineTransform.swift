/// An affine transform of the plane, given by the images of the unit vectors and the origin.
public struct AffineTransform: Equatable, Sendable {
    /// Image of the unit vector along x.
    public var x: PicturePoint
    /// Image of the unit vector along y.
    public var y: PicturePoint
    /// Image of the origin.
    public var origin: PicturePoint

    public init(x: PicturePoint, y: PicturePoint, origin: PicturePoint) {
        self.x = x
        self.y = y
        self.origin = origin
    }

    public static let identity = AffineTransform(x: PicturePoint(1, 0), y: PicturePoint(0, 1), origin: .zero)

    /// The image of a point.
    public func apply(_ point: PicturePoint) -> PicturePoint { applyToVector(point) + origin }

    /// The image of a difference of two points.
    public func applyToVector(_ vector: PicturePoint) -> PicturePoint { x * vector.x + y * vector.y }

    /// This transform, then `next`.
    public func followed(by next: AffineTransform) -> AffineTransform {
        AffineTransform(x: next.applyToVector(x), y: next.applyToVector(y), origin: next.apply(origin))
    }

    /// The transform with the left and right sides of the unit square exchanged.
    var mirrored: AffineTransform { AffineTransform(x: -x, y: y, origin: origin + x) }

    /// The inverse, or `nil` if the transform is singular.
    public var inverse: AffineTransform? {
        let determinant = x.x * y.y - x.y * y.x
        guard determinant != 0, determinant.isFinite else { return nil }
        let back = AffineTransform(x: PicturePoint(y.y, -x.y) / determinant,
                                   y: PicturePoint(-y.x, x.x) / determinant, origin: .zero)
        return AffineTransform(x: back.x, y: back.y, origin: -back.applyToVector(origin))
    }
}
