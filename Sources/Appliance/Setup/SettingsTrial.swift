import Settings

/// Settings that hold for a while, and go back by themselves.
struct SettingsTrial {
    /// Seconds after the last change.
    static let length = 120.0
    /// The most keys at once.
    static let mostKeys = 40

    let changes: ConfigurationChanges
    /// What the file gives with them.
    let read: Configuration
    /// When they go back, in the loop's seconds.
    let until: Double

    /// The keys that a range calibration measures too.
    static let rangeKeys: Set<String> = [
        "gestures.threshold_left", "gestures.threshold_right", "gestures.threshold_up", "gestures.threshold_down", "gestures.idle_zone_radius"
    ]
}

extension Ranges {
    /// These ranges with those of the changed keys from a configuration: what somebody sets goes before what was measured.
    func with(_ changes: ConfigurationChanges, of configuration: Configuration) -> Ranges {
        var ranges = self
        let read = Ranges(configuration.gestures)
        for key in changes.keys {
            switch key {
            case "gestures.threshold_left": ranges.left = read.left
            case "gestures.threshold_right": ranges.right = read.right
            case "gestures.threshold_up": ranges.up = read.up
            case "gestures.threshold_down": ranges.down = read.down
            case "gestures.idle_zone_radius": ranges.idleZone = read.idleZone
            default: break
            }
        }
        return ranges
    }
}
