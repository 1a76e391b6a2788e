/// The eight orientations of EXIF (tag 0x0112, JEITA CP-3451): where a frame's first row and column lie in the view.
public enum Orientation: Int, CaseIterable, Sendable {
    /// The frame is upright.
    case upright = 1
    /// Mirrored left to right.
    case mirrored = 2
    /// Upside down.
    case upsideDown = 3
    /// Upside down and mirrored.
    case upsideDownMirrored = 4
    /// Transposed: the first row is the view's left side.
    case transposed = 5
    /// The first row is the view's right side: turn clockwise to see it upright.
    case turnClockwise = 6
    /// Transposed along the other diagonal.
    case transverse = 7
    /// The first row is the view's left side, from the bottom: turn counterclockwise.
    case turnCounterclockwise = 8

    /// Whether the view's width is the frame's height.
    public var swapsAxes: Bool { rawValue >= 5 }
}

/// An orientation and a mirror: the relation between a camera's frame and the upright, unmirrored view.
public struct Mounting: Equatable, Sendable {
    public var orientation: Orientation
    /// The frame is a mirror image, as in selfie previews. It is mirrored back after rotation.
    public var isMirrored: Bool

    public init(orientation: Orientation = .upright, isMirrored: Bool = false) {
        self.orientation = orientation
        self.isMirrored = isMirrored
    }

    /// The view's size for a frame's size, in pixels.
    public func viewSize(width: Int, height: Int) -> (width: Int, height: Int) {
        orientation.swapsAxes ? (height, width) : (width, height)
    }

    /// The transform from frame to view, in edge coordinates of both.
    public func frameToView(width: Int, height: Int) -> AffineTransform {
        let w = Double(width)
        let h = Double(height)
        let turned: AffineTransform = switch orientation {
        case .upright: AffineTransform(x: PicturePoint(1, 0), y: PicturePoint(0, 1), origin: PicturePoint(0, 0))
        case .mirrored: AffineTransform(x: PicturePoint(-1, 0), y: PicturePoint(0, 1), origin: PicturePoint(w, 0))
        case .upsideDown: AffineTransform(x: PicturePoint(-1, 0), y: PicturePoint(0, -1), origin: PicturePoint(w, h))
        case .upsideDownMirrored:
            AffineTransform(x: PicturePoint(1, 0), y: PicturePoint(0, -1), origin: PicturePoint(0, h))
        case .transposed: AffineTransform(x: PicturePoint(0, 1), y: PicturePoint(1, 0), origin: PicturePoint(0, 0))
        case .turnClockwise: AffineTransform(x: PicturePoint(0, 1), y: PicturePoint(-1, 0), origin: PicturePoint(h, 0))
        case .transverse: AffineTransform(x: PicturePoint(0, -1), y: PicturePoint(-1, 0), origin: PicturePoint(h, w))
        case .turnCounterclockwise:
            AffineTransform(x: PicturePoint(0, -1), y: PicturePoint(1, 0), origin: PicturePoint(0, w))
        }
        guard isMirrored else { return turned }
        let viewWidth = Double(viewSize(width: width, height: height).width)
        return turned.followed(by: AffineTransform(x: PicturePoint(-1, 0), y: PicturePoint(0, 1),
                                                   origin: PicturePoint(viewWidth, 0)))
    }
}
