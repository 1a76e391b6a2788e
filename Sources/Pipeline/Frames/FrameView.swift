/// A frame with the transforms between it and the upright, unmirrored view. No pixel is moved.
public struct FrameView {
    public let frame: Frame
    /// Size of the view in pixels.
    public let width: Int
    public let height: Int
    public let frameToView: AffineTransform
    public let viewToFrame: AffineTransform

    public init(_ frame: Frame, mounting: Mounting = Mounting()) {
        self.frame = frame
        (width, height) = mounting.viewSize(width: frame.width, height: frame.height)
        frameToView = mounting.frameToView(width: frame.width, height: frame.height)
        viewToFrame = frameToView.inverse ?? .identity  // rotations and mirrors always have an inverse
    }
}
