import Gestures
import Platform
import Settings

/// A zone to look at, from `[gaze.zones.NAME]`.
package struct GazeZoneConfiguration: Equatable, Sendable {
    package enum Unit: String, CaseIterable, Sendable {
        /// Parts of the screen's width and height, from its upper left corner.
        case parts
        /// Centimetres from the camera: to the user's right, and up.
        case cm
        /// Degrees from the line between eyes and camera: to the user's right, and up.
        case degrees
    }

    package var name: String
    package var unit = Unit.parts
    package var left = 0.0
    package var right = 1.0
    package var top = 0.0
    package var bottom = 1.0
    /// Seconds.
    package var dwell = 1.0

    package init(name: String) {
        self.name = name
    }

    /// An edge at the screen's edge reaches this far beyond it, in centimetres, because gaze errs by that.
    private static let beyond = 5.0
    /// Largest angle to each side in degrees.
    fileprivate static let steepest = 65.0

    /// The recogniser's zone; `nil` if the name is too long.
    package func zone(_ geometry: GazeGeometry) -> GazeZone? {
        guard let name = GestureName(name) else { return nil }
        var zone = GazeZone(name: name, area: area(geometry))
        zone.dwell = dwell
        return zone
    }

    private func area(_ geometry: GazeGeometry) -> GazeZone.Area {
        switch unit {
        case .degrees: return GazeZone.directions(left: left, right: right, bottom: bottom, top: top)
        case .cm: return .screen(lowest: GazePoint(right: left, up: bottom), highest: GazePoint(right: right, up: top))
        case .parts:
            var lowest = geometry.point(x: left, y: bottom), highest = geometry.point(x: right, y: top)
            if left <= 0 { lowest.right -= Self.beyond }
            if right >= 1 { highest.right += Self.beyond }
            if top <= 0 { highest.up += Self.beyond }
            if bottom >= 1 { lowest.up -= Self.beyond }
            return .screen(lowest: lowest, highest: highest)
        }
    }

    /// Its edges in degrees, for eyes straight in front of the camera at the usual distance.
    func degrees(_ geometry: GazeGeometry) -> GazeExtent {
        switch unit {
        case .degrees: GazeExtent(left: left, right: right, bottom: bottom, top: top)
        case .cm: GazeExtent(GazePoint(right: left, up: bottom), GazePoint(right: right, up: top), at: geometry.distance)
        case .parts: GazeExtent(geometry.point(x: left, y: bottom), geometry.point(x: right, y: top), at: geometry.distance)
        }
    }

    /// Edges in the wrong order, or out of reach.
    fileprivate var conflicts: [Conflict] {
        if left >= right { return [("left", "\(left.shortest) is not left of right, which is \(right.shortest); expected less")] }
        let isBelow = unit == .parts ? top < bottom : top > bottom
        if !isBelow {
            return [("top", "\(top.shortest) is not above bottom, which is \(bottom.shortest); expected \(unit == .parts ? "less" : "more")")]
        }
        let reach = switch unit {
        case .parts: -0.5...1.5
        case .cm: -300.0...300.0
        case .degrees: -Self.steepest...Self.steepest
        }
        return [("left", left), ("right", right), ("top", top), ("bottom", bottom)].filter { !reach.contains($0.1) }.map { key, value in
            (key, "\(value.shortest) is out of reach for unit = \(unit.rawValue.quoted); expected \(reach.lowerBound.shortest) to \(reach.upperBound.shortest)")
        }
    }
}

extension GazeZoneConfiguration: NamedSetting {
    package static let introduction: Meaning = """
        Zones to look at: one table for each, with a name of your own; gesture = "gaze-NAME" of an output is a look at it. Nothing looks at
        the eyes for this unless an output uses it. It counts only after `nodline calibrate --gaze`, and it errs by 2 to 4 degrees: use few
        and large zones, for something that can be taken back. docs/gaze.md says what it is good for.
        """
    package static let example = """
        [gaze.zones.window]
        unit = "degrees"
        left = -60
        right = -25
        bottom = -20
        top = 20
        """
    package static let remark: Meaning? = """
        The eyes must rest on the zone for dwell: eyes that read or wander in it do not count, a blink does not matter. The gesture lasts
        until they look elsewhere. [filters.gaze-NAME] may set release, ignore_repeat and quiet_mouth.
        """
    package static let groups: [KeyGroup<GazeZoneConfiguration>] = [
        .init(keys: [
            .init("unit", .word(\.unit), """
                of the edges:
                  "parts"    of the screen's width and height, from its upper left corner; edges at 0 and 1 reach 5 cm further
                  "cm"       centimetres in the screen's plane from the camera, to your right and up
                  "degrees"  from the line between your eyes and the camera, to your right and up: for things beside a screen
                """),
            .init("left", .number(edges, unit: "", \.left), "the zone's edges.", showsRange: false),
            .init("right", .number(edges, unit: "", \.right), .asAbove, showsRange: false),
            .init("top", .number(edges, unit: "", \.top), .asAbove, showsRange: false),
            .init("bottom", .number(edges, unit: "", \.bottom), .asAbove, showsRange: false),
            .init("dwell", .number(GazeZone.dwells, unit: "s", \.dwell), "how long the eyes must rest on it."),
        ])
    ]

    private static let edges = -300.0...300.0
}

extension Configuration {
    /// Whether an output or an axis needs the user's gaze.
    package var watchesGaze: Bool { gestures.gaze.isUsed }

    /// The zones that drive something.
    var boundZones: [GazeZone] {
        let bound = boundGestures
        return zones.compactMap { $0.zone(gaze) }.filter { bound.contains(.gaze($0.name)) }
    }

    /// Faults of zones beyond the ranges of single keys, and zones that do not exist.
    var zoneConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for (index, zone) in zones.enumerated() {
            conflicts += zone.conflicts.map { ("gaze.zones.\(zone.name).\($0.key)", $0.problem) }
            let extent = zone.degrees(gaze)
            guard let other = zones[..<index].first(where: { $0.degrees(gaze).overlaps(extent) }) else { continue }
            conflicts.append(("gaze.zones.\(zone.name)", "overlaps gaze.zones.\(other.name); expected zones apart, because one look is one gesture"))
        }
        let uses = outputs.flatMap { output in output.gestures.map { ("outputs.\(output.name).gesture", $0) } }
            + filters.compactMap { filter in HeadGesture(filter.name).map { ("filters.\(filter.name)", $0) } }
        for case (let key, .gaze(let name)) in uses where !zones.contains(where: { $0.name == name.description }) {
            let nearest = NearestWord.to(name.description, among: zones.map(\.name)).map { "; did you mean \("gaze-\($0)".quoted)?" } ?? ""
            conflicts.append((key, "there is no zone for \("gaze-\(name)".quoted); expected a table [gaze.zones.\(name)]\(nearest)"))
        }
        return conflicts
    }

    /// What is allowed but will not work well, with its key.
    package var warnings: [(key: String, problem: String)] {
        zones.compactMap { zone in
            let extent = zone.degrees(gaze), least = 2 * GazeExtent.usualError
            guard extent.smallest < least else { return nil }
            return ("gaze.zones.\(zone.name)", "it is \(NumberFormat.text(extent.smallest, decimals: 1))° \(extent.isNarrow ? "wide" : "high"), for "
                + "eyes \(gaze.distance.shortest) cm away. One look in twenty errs by more than \(GazeExtent.usualError.shortest)°, even right "
                + "after a calibration: a zone needs \(least.shortest)° to take a look at its middle")
        }
    }
}
