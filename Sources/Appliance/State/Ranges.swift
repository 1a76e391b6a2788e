// A user's own ranges, as they are kept.
import Gestures

/// How far this user's head must go in each direction, as `RangeCalibration` has found it. Distances are in IOD.
package struct Ranges: Codable, Equatable, Sendable {
    package var left, right, up, down, idleZone: Double

    /// What a configuration holds, for example after `RangeCalibration.apply(to:)`.
    package init(_ configuration: GestureConfiguration) {
        left = configuration.thresholds.left
        right = configuration.thresholds.right
        up = configuration.thresholds.up
        down = configuration.thresholds.down
        idleZone = configuration.idleZoneRadius
    }

    /// Puts them in place of a configuration's own.
    package func apply(to configuration: inout GestureConfiguration) {
        configuration.thresholds.left = left
        configuration.thresholds.right = right
        configuration.thresholds.up = up
        configuration.thresholds.down = down
        configuration.idleZoneRadius = idleZone
    }

    /// Whether they are what the configuration file could say too.
    var isPossible: Bool {
        GestureConfiguration.Ranges.idleZoneRadius.contains(idleZone)
            && [left, right, up, down].allSatisfy { GestureConfiguration.Ranges.threshold.contains($0) && $0 >= idleZone }
    }
}
