/// Detects darkness from the frames' brightness, with hysteresis, so that the lamp that it turns on does not end it.
package struct DarkSensor: Sendable {
    private let below: Double
    private let after: Double
    package private(set) var isDark = false
    /// Since when the brightness has called for a change.
    private var since: Double?
    /// The brightness with the lamp lit, once it has settled.
    private var lit: (value: Double, from: Double)?

    package init(below: Double, after: Double) {
        self.below = below
        self.after = after
    }

    /// Takes a frame's brightness (0 to 1) at a time in seconds.
    package mutating func add(_ brightness: Double, at time: Double) {
        guard isDark else {
            if holds(brightness < below, at: time) {
                isDark = true
                lit = (brightness, time)
            }
            return
        }
        // The lamp and the camera's exposure settle for a second: the brightest value of that is taken as the lamp's.
        if let known = lit, time - known.from < 1 {
            lit = (max(known.value, brightness), known.from)
            since = nil
        } else if holds(brightness > below && brightness > (lit?.value ?? 0) + below, at: time) {
            isDark = false
            lit = nil
        }
    }

    private mutating func holds(_ condition: Bool, at time: Double) -> Bool {
        guard condition else {
            since = nil
            return false
        }
        let start = since ?? time
        since = start
        guard time - start >= after else { return false }
        since = nil
        return true
    }
}
