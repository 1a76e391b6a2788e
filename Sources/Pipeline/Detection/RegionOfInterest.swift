import Glibc

/// A region of interest: a rotated rectangle in the upright view.
public struct RegionOfInterest: Equatable, Sendable {
    /// Centre in pixels of the view.
    public var center: PicturePoint
    /// Width and height in pixels, along the rectangle's own axes.
    public var size: PicturePoint
    /// Radians; positive turns x towards y, clockwise as displayed.
    public var rotation: Double

    public init(center: PicturePoint, size: PicturePoint, rotation: Double) {
        self.center = center
        self.size = size
        self.rotation = rotation
    }

    /// The smallest square around the whole view, for letterboxing.
    public static func letterbox(width: Int, height: Int, rotation: Double = 0) -> RegionOfInterest {
        let side = Double(max(width, height))
        return RegionOfInterest(center: PicturePoint(Double(width), Double(height)) / 2,
                                size: PicturePoint(side, side), rotation: rotation)
    }

    /// The transform from crop coordinates (0…1, 0…1) to the view.
    public var cropToView: AffineTransform {
        let x = PicturePoint(cos(rotation), sin(rotation)) * size.x
        let y = PicturePoint(-sin(rotation), cos(rotation)) * size.y
        return AffineTransform(x: x, y: y, origin: center - (x + y) / 2)
    }

    /// Whether the region can be sampled: finite, and not further out or larger than any face could be.
    var isSensible: Bool {
        let limit = 1e6
        return center.x.magnitude < limit && center.y.magnitude < limit && (0..<limit).contains(size.x)
            && (0..<limit).contains(size.y) && rotation.isFinite
    }

    /// Whether a point lies within the circle around the centre whose diameter is the region's shorter side.
    func reaches(_ point: PicturePoint) -> Bool {
        let away = point - center
        let radius = min(size.x, size.y) / 2
        return (away * away).sum() <= radius * radius
    }

    /// A square region around a box, rotated so that the line from `right` to `left` is horizontal, and enlarged by `scale` (MediaPipe's
    /// DetectionsToRects and RectTransformation calculators with square_long).
    static func square(around box: Box, from right: PicturePoint, to left: PicturePoint, scale: Double)
        -> RegionOfInterest
    {
        let eyes = left - right
        let side = max(box.size.x, box.size.y) * scale
        return RegionOfInterest(center: box.center, size: PicturePoint(side, side), rotation: atan2(eyes.y, eyes.x))
    }
}

/// An upright rectangle in pixels of the view.
public struct Box: Equatable, Sendable {
    public var low: PicturePoint
    public var high: PicturePoint

    public init(low: PicturePoint, high: PicturePoint) {
        self.low = low
        self.high = high
    }

    public var center: PicturePoint { (low + high) / 2 }
    public var size: PicturePoint { high - low }
    public var area: Double { max(0, size.x) * max(0, size.y) }

    /// Intersection over union, 0…1.
    public func overlap(with other: Box) -> Double {
        let common = Box(low: pointwiseMax(low, other.low), high: pointwiseMin(high, other.high))
        guard common.size.x > 0, common.size.y > 0 else { return 0 }
        return common.area / (area + other.area - common.area)
    }
}
