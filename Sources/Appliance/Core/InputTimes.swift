import Outputs

/// When the switch got its last frame, and its last input of any kind.
struct InputTimes {
    /// `nil` before the first frame, and after frames are known to be missing.
    private(set) var frame: Double?
    private var input = -Double.infinity

    mutating func addFrame(at time: Double) { frame = time }

    /// Frames are missing.
    /// - Returns: whether that is news.
    mutating func missFrames() -> Bool {
        defer { frame = nil }
        return frame != nil
    }

    /// Takes note of an input.
    /// - Returns: whether there was none for so long that a running appliance was stopped, or held up. What was due meanwhile, such as a nod that waited
    ///   for another swing or an output that waited for its dead time, would come when nobody expects it any more.
    mutating func hasStoodStill(until time: Double) -> Bool {
        let last = input
        input = max(last, time)
        return last > -.infinity && time - last >= DeadMan.bound
    }
}
