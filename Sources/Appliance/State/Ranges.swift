import Gestures

/// A user's own ranges: how far the head must go in each direction, as measured by `RangeCalibration`, and what the
/// eyes did meanwhile. Distances are in IOD.
package struct Ranges: Codable, Equatable, Sendable {
    package var left, right, up, down, idleZone: Double
    /// `nil` in a file from before eyes were measured.
    package var eyes: EyeCondition?

    /// The ranges in a configuration, for example after `RangeCalibration.apply(to:)`.
    package init(_ configuration: GestureConfiguration) {
        left = configuration.thresholds.left
        right = configuration.thresholds.right
        up = configuration.thresholds.up
        down = configuration.thresholds.down
        idleZone = configuration.idleZoneRadius
        eyes = configuration.measuredEyes
    }

    /// Replaces the ranges of a configuration.
    package func apply(to configuration: inout GestureConfiguration) {
        configuration.thresholds.left = left
        configuration.thresholds.right = right
        configuration.thresholds.up = up
        configuration.thresholds.down = down
        configuration.idleZoneRadius = idleZone
        configuration.measuredEyes = eyes ?? .any
    }

    /// Whether the configuration file would accept them.
    var isPossible: Bool {
        GestureConfiguration.Ranges.idleZoneRadius.contains(idleZone)
            && [left, right, up, down].allSatisfy { GestureConfiguration.Ranges.threshold.contains($0) && $0 >= idleZone }
    }
}

extension EyeCondition: Codable {}
