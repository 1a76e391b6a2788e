/// Why a hold ended.
public enum GestureStopReason: String, Sendable {
    /// Back in the idle zone, or no longer beyond the threshold in that direction.
    case returned
    /// The face was not seen for the loss time.
    case faceLost = "face-lost"
    /// No sample came for the stale time.
    case framesStopped = "frames-stopped"
    /// The gaze left the zone.
    case lookedAway = "looked-away"
    /// The eyes were not seen for longer than a blink.
    case eyesUnknown = "eyes-unknown"
    /// Tracking was paused.
    case paused
    /// The hold lasted `maxHold`: a posture. Calibration follows.
    case maxHold = "max-hold"
    /// The rest is measured anew, or the caller set another one.
    case recalibrated
    /// The person in the picture is not known to be one who may act.
    case notKnown = "not-known"
    /// The caller ended recognition, or switched this gesture off.
    case stopped
}
