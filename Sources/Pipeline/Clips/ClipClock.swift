/// The times of a clip's frames: those of the file as far as they can be, always increasing.
struct ClipClock {
    /// Longest plausible gap between two frames, in seconds.
    private static let longestGap = 60.0
    /// A time that goes back by less belongs to a frame that comes too late, and not to a second recording behind the first.
    private static let longestReturn = 1.0

    /// Files round times to milliseconds or to ticks of their own; one that is no farther from a constant rate is at that rate.
    private static let rounding = 0.0006

    /// Seconds from one frame to the next, where the file gives no time.
    let interval: Double
    /// Frames that were left out because their time is not after the one before.
    private(set) var skipped = 0
    /// Places where the file's times jump; the frame there follows the one before directly.
    private(set) var jumps = 0
    private(set) var last: Double?
    private var shift = 0.0

    init(interval: Double) { self.interval = interval }

    /// The time of the next frame; `nil` if the frame must be left out.
    /// - Parameter stamp: the file's own time in seconds; `nil` if it has none.
    mutating func time(_ stamp: Double?) -> Double? {
        guard let last else {
            last = max(0, stamp ?? 0)
            return last
        }
        var time = stamp.map { $0 + shift } ?? last + interval
        if time < last - Self.longestReturn || time > last + Self.longestGap {
            shift += last + interval - time
            time = last + interval
            jumps += 1
        }
        if abs(time - last - interval) < Self.rounding { time = last + interval }
        guard time > last else {
            skipped += 1
            return nil
        }
        self.last = time
        return time
    }
}
