/// Thins out frames to a rate, evenly, by their time stamps. This is the last resort: setting the camera's own rate and pacing its requests
/// come first, because a discarded frame has already cost its capture.
public struct Throttle: Sendable {
    /// Factor by which a camera may exceed the rate before frames are discarded.
    private static let tolerance = 1.02
    /// A frame may be early by this fraction of the interval.
    private static let earliness = 0.3

    /// Frames a second.
    public var rate: Double
    private var due = -Double.infinity

    public init(rate: Double) {
        self.rate = rate
    }

    /// Whether the frame taken at `time` is to be processed.
    public mutating func takes(frameAt time: Double) -> Bool {
        let interval = 1 / (rate * Self.tolerance)
        guard time >= due - interval * Self.earliness else { return false }
        // Counted from the due time, so that the average rate holds; a gap is not made up for.
        due = time - due > interval ? time + interval : due + interval
        return true
    }
}
