/// A stream of frames in the order in which they were captured.
public protocol FrameSource: AnyObject {
    /// The next frame, or `nil` at the end. Invalidates the frame before it.
    func next() throws -> Frame?
}
