/// A stream of frames in the order in which they were captured.
public protocol FrameSource: AnyObject {
    /// The next frame, or `nil` at the end. Invalidates the frame before it.
    func next() throws -> Frame?
    /// The frames' time at which the recording began, in seconds; `nil` if it began with its first frame.
    var origin: Double? { get }
    /// What its user must know about it; complete at the end.
    var remarks: [ClipRemark] { get }
}

extension FrameSource {
    public var origin: Double? { nil }
    public var remarks: [ClipRemark] { [] }
}
