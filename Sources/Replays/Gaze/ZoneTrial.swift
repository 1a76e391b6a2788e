import Appliance
import Gestures
import Traces

/// What zones and axes do while somebody looks at known points, or at nothing in particular.
package struct ZoneTrial {
    /// What the zones did during one look.
    package enum Outcome: Equatable, Sendable {
        /// The zone of the point fired, and no other.
        case right
        /// Another zone fired.
        case wrong
        case nothing
    }

    private let model: GazeModel
    private let correction: GazeCorrection

    package init(_ model: GazeModel, _ correction: GazeCorrection) {
        self.model = model
        self.correction = correction
    }

    /// The cells of a screen that is divided into columns and rows, as zones named "column-row" from 0 on.
    package static func cells(_ grid: (Int, Int), _ geometry: GazeGeometry, dwell: Double = 1) -> [GazeZone] {
        var configuration = Configuration()
        configuration.gaze = geometry
        for column in 0..<grid.0 {
            for row in 0..<grid.1 {
                var zone = GazeZoneConfiguration(name: "\(column)-\(row)")
                (zone.left, zone.right) = (Double(column) / Double(grid.0), Double(column + 1) / Double(grid.0))
                (zone.top, zone.bottom) = (Double(row) / Double(grid.1), Double(row + 1) / Double(grid.1))
                zone.dwell = dwell
                configuration.zones.append(zone)
            }
        }
        return configuration.zones.compactMap { $0.zone(geometry) }
    }

    /// The events of the zones in a trace.
    package func events(_ trace: HeadTrace, _ zones: [GazeZone]) -> [GestureEvent] {
        var gestures = GestureConfiguration(), events: [GestureEvent] = []
        gestures.gaze.zones = zones
        gestures.gaze.correction = correction
        trace.run(gestures, gaze: model) { event in
            switch event.kind {
            case .began(.gaze, _), .ended(.gaze, _, _): events.append(event)
            default: break
            }
        }
        return events
    }

    /// The offset that moves axes, in each sample in which the gaze is known.
    package func steer(_ trace: HeadTrace, _ body: (Double, HeadOffset) -> Void) {
        var gestures = GestureConfiguration()
        gestures.gaze.middle = model.geometry.point(x: 0.5, y: 0.5)
        gestures.gaze.correction = correction
        trace.run(gestures, gaze: model, observe: { sample, recognizer in
            if let offset = recognizer.gazeOffset { body(sample.time, offset) }
        }) { _ in }
    }

    /// For each labelled look, what the cells of a grid did.
    package func outcomes(_ trace: HeadTrace, _ labels: [GazeLabel], _ grid: (Int, Int)) -> [Outcome] {
        let zones = Self.cells(grid, model.geometry), events = events(trace, zones)
        return labels.map { label in
            let part = model.geometry.part(label.point)
            func index(_ part: Double, _ count: Int) -> Int { Int(min(max(part, 0), 0.999) * Double(count)) }
            let name = GestureName("\(index(part.x, grid.0))-\(index(part.y, grid.1))")
            var isRight = false, isWrong = false
            for event in events where event.time <= label.end {
                switch event.kind {
                case .began(.gaze(let zone), _):
                    if zone == name { isRight = true } else if event.time > label.start { isWrong = true }
                case .ended(.gaze(let zone), _, _): if zone == name, event.time <= label.start { isRight = false }
                default: break
                }
            }
            return isWrong ? .wrong : isRight ? .right : .nothing
        }
    }

    /// The correction of somebody who looks at the camera for the first two seconds; `nil` if the eyes are not seen.
    package static func atRest(_ trace: HeadTrace, _ model: GazeModel) -> GazeCorrection? {
        var calibration = GazeCalibration(points: [GazePoint(right: 0, up: 0)])
        for mark in trace.marks.prefix(while: { $0.time <= 2 }) {
            if let look = mark.gaze(model) { calibration.add(look, at: 0) }
        }
        return try? calibration.fit().get()
    }
}
