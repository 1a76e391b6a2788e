// Where frames come from.

/// A stream of frames in the order in which they were captured.
public protocol FrameSource: AnyObject {
    /// The next frame, or `nil` at the end. The frame before it is no longer valid.
    func next() throws -> Frame?
}
