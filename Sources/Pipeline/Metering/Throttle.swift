// Which frames of a camera that is too quick are looked at.

/// Thins frames out to a rate, evenly, by their time stamps. The last means: a camera's own rate, then requests that are
/// paced, come first, because a frame that is thrown away has cost its capture.
public struct Throttle: Sendable {
    /// A camera may be quicker than its rate by this part without anything being thrown away.
    private static let tolerance = 1.02
    /// A frame may come too early by this part of the time between two.
    private static let earliness = 0.3

    /// Frames a second.
    public var rate: Double
    private var due = -Double.infinity

    public init(rate: Double) {
        self.rate = rate
    }

    /// Whether the frame that was taken at `time` is to be looked at.
    public mutating func takes(frameAt time: Double) -> Bool {
        let interval = 1 / (rate * Self.tolerance)
        guard time >= due - interval * Self.earliness else { return false }
        // Counted from when it was due, so that the rate holds; a gap is not caught up.
        due = time - due > interval ? time + interval : due + interval
        return true
    }
}
