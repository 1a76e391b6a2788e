// The gesture that wakes a paused recogniser.

/// Waits for a head that goes somewhere and stays. It must come from somewhere else: whoever was paused in this posture
/// does not wake by staying in it.
struct Waking: Sendable {
    private var wasElsewhere = false
    private var since: Double?

    /// Whether the head has now been there for long enough.
    mutating func add(_ isThere: Bool, at time: Double, for seconds: Double) -> Bool {
        guard isThere else {
            wasElsewhere = true
            since = nil
            return false
        }
        guard wasElsewhere else { return false }
        let began = since ?? time
        since = began
        return time - began >= seconds
    }
}
