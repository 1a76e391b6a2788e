// How often an empty scene is searched.

/// Searches often while something moves and for a while after, rarely while nothing does.
final class SearchPace {
    /// Seconds between two searches, awake and at rest, and how long a movement keeps it awake.
    static let awake = 0.1
    static let atRest = 4.0
    static let wakefulness = 2.0
    private static let early = 0.01

    private let watch = HeadWatch()
    private var awakeUntil = -Double.infinity
    private var lastSearch = -Double.infinity
    private var lastLook = -Double.infinity

    /// Whether this frame should be searched.
    func isDue(_ frame: Frame) -> Bool {
        let time = frame.time
        // More often than it would search awake it need not even look for movement. A frame may come a little early: at 30
        // a second every third is searched, not every fourth.
        guard time - lastLook > Self.awake - Self.early else { return false }
        defer { lastLook = time }
        if lastLook == -.infinity {
            watch.begin(atWhole: frame)
            awakeUntil = time + Self.wakefulness
        } else if watch.hasChanged(in: frame) {
            watch.keep()
            awakeUntil = time + Self.wakefulness
        }
        guard time <= awakeUntil || time - lastSearch > Self.atRest - Self.early else { return false }
        lastSearch = time
        return true
    }

    /// The scene is another one: begin awake.
    func restart() {
        lastSearch = -.infinity
        lastLook = -.infinity
    }
}
