/// Detects the gesture that wakes a paused recogniser: the head goes somewhere and stays. It must come from elsewhere, so that a user who
/// was paused in this posture does not wake the recogniser by staying.
struct WakeDetector: Sendable {
    private var wasElsewhere = false
    private var since: Double?

    /// - Returns: whether the head has been there for long enough.
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
