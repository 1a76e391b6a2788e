import Gestures

/// A user's own ranges: how far head and face must go, as measured by `RangeCalibration`, and what the eyes did meanwhile. `nil` was not measured.
package struct Ranges: Codable, Equatable, Sendable {
    /// In IOD.
    package private(set) var left, right, up, down, idleZone: Double?
    /// `nil` also in a file from before eyes were measured.
    package private(set) var eyes: EyeCondition?
    /// Thresholds of tilts and of the face, and the tilts' idle zone, by their keys in the section `[gestures]`.
    package private(set) var others: [String: Double]?

    private static let idleZoneTilt = "idle_zone_tilt"

    package init() {}

    /// Takes the thresholds of the movements that were measured from a configuration, for example after `RangeCalibration.apply(to:)`.
    package mutating func take(_ movements: Set<RangeMovement>, of configuration: GestureConfiguration) {
        for movement in movements { self[movement] = configuration[movement] }
        if movements.contains(where: { $0.direction != nil }) {
            idleZone = configuration.idleZoneRadius
            eyes = configuration.measuredEyes
        }
        if movements.contains(where: { $0.shoulder != nil }) { set(Self.idleZoneTilt, configuration.tilt.idleZone) }
    }

    /// Replaces the ranges of a configuration. The idle zones leave room for thresholds that were not measured.
    package func apply(to configuration: inout GestureConfiguration) {
        for movement in RangeMovement.allCases { if let threshold = self[movement] { configuration[movement] = threshold } }
        if let idleZone {
            configuration.idleZoneRadius = min(idleZone, 0.9 * (leastUnmeasured(of: RangeMovement.turns, configuration) ?? .infinity))
            configuration.measuredEyes = eyes ?? .any
        }
        if let zone = others?[Self.idleZoneTilt] {
            let least = leastUnmeasured(of: Shoulder.allCases.map(RangeMovement.tilt), configuration) ?? .infinity
            configuration.tilt.idleZone = min(zone, max(GestureConfiguration.Ranges.tiltIdleZone.lowerBound, 0.9 * least))
        }
    }

    private func leastUnmeasured(of movements: [RangeMovement], _ configuration: GestureConfiguration) -> Double? {
        movements.filter { self[$0] == nil }.map { configuration[$0] }.min()
    }

    /// These ranges without the movements that a measurement switched off because they were not measured, or not told from rest, as it once did:
    /// they have the configuration's thresholds again. What the eyes must do was then not found for all directions.
    /// - Parameter revived: gets these movements.
    func reviving(_ revived: inout [RangeMovement]) -> Ranges {
        var ranges = self
        for movement in RangeMovement.allCases where self[movement] == movement.thresholdRange.upperBound {
            ranges[movement] = nil
            revived.append(movement)
            if movement.direction != nil { ranges.eyes = nil }
        }
        if RangeMovement.turns.allSatisfy({ ranges[$0] == nil }) { ranges.idleZone = nil }
        if Shoulder.allCases.allSatisfy({ ranges[.tilt($0)] == nil }) { ranges.set(Self.idleZoneTilt, nil) }
        return ranges
    }

    /// The measured threshold of a movement.
    package subscript(movement: RangeMovement) -> Double? {
        get {
            switch movement {
            case .turn(.left): left
            case .turn(.right): right
            case .turn(.up): up
            case .turn(.down): down
            case .tilt, .expression: others?[movement.thresholdKey]
            }
        }
        set {
            switch movement {
            case .turn(.left): left = newValue
            case .turn(.right): right = newValue
            case .turn(.up): up = newValue
            case .turn(.down): down = newValue
            case .tilt, .expression: set(movement.thresholdKey, newValue)
            }
        }
    }

    private mutating func set(_ key: String, _ value: Double?) {
        var changed = others ?? [:]
        changed[key] = value
        others = changed.isEmpty ? nil : changed
    }

    /// What was measured, by the movements' names.
    package var byMovement: [String: Double] {
        Dictionary(RangeMovement.allCases.compactMap { movement in self[movement].map { (movement.description, $0) } }) { $1 }
    }

    /// The keys of the thresholds that were measured.
    var keys: [String] { RangeMovement.allCases.filter { self[$0] != nil }.map { Self.section + $0.thresholdKey } }

    /// Whether the configuration file would accept them.
    var isPossible: Bool {
        let turns = RangeMovement.turns.compactMap { self[$0] }
        guard turns.isEmpty == (idleZone == nil) else { return false }
        if let idleZone, !GestureConfiguration.Ranges.idleZoneRadius.contains(idleZone) || turns.contains(where: { $0 < idleZone }) { return false }
        let known = Set(RangeMovement.allCases.map(\.thresholdKey)).union([Self.idleZoneTilt])
        let areOthersKnown = others?.keys.allSatisfy(known.contains) ?? true
        let zone = others?[Self.idleZoneTilt] ?? GestureConfiguration.Ranges.tiltIdleZone.lowerBound
        return areOthersKnown && GestureConfiguration.Ranges.tiltIdleZone.contains(zone) && RangeMovement.allCases.allSatisfy { movement in
            guard let threshold = self[movement] else { return true }
            return movement.thresholdRange.contains(threshold) && (movement.shoulder == nil || threshold >= zone)
        }
    }

    /// These ranges with those of the changed keys from a configuration: what somebody sets goes before what was measured.
    package func with(_ keys: some Sequence<String>, of configuration: GestureConfiguration) -> Ranges {
        var ranges = self
        for key in keys {
            if key == Self.section + "idle_zone_radius", idleZone != nil { ranges.idleZone = configuration.idleZoneRadius }
            if key == Self.section + Self.idleZoneTilt, others?[Self.idleZoneTilt] != nil { ranges.set(Self.idleZoneTilt, configuration.tilt.idleZone) }
            for movement in RangeMovement.allCases where self[movement] != nil && key == Self.section + movement.thresholdKey {
                ranges[movement] = configuration[movement]
            }
        }
        return ranges
    }

    private static let section = "gestures."
    /// The keys that a range calibration measures too.
    static let keys = Set((RangeMovement.allCases.map(\.thresholdKey) + ["idle_zone_radius", idleZoneTilt]).map { section + $0 })
}

extension EyeCondition: Codable {}
