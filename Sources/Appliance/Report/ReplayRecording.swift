// What a report needs to remember of a run: numbers, never pictures.
import Gestures
import Pipeline

/// A run's trace and events.
final class ReplayRecording {
    /// One frame.
    struct Point {
        let time: Double
        /// When the frame before it was, if there was one.
        let previous: Double?
        /// From the calibration centre, in IOD; `nil` while calibrating or without a face.
        let offset: HeadOffset?
    }

    private(set) var points: [Point] = []
    private(set) var events: [ApplianceEvent] = []

    func add(_ frame: Frame, _ face: Face?, _ headSwitch: borrowing HeadSwitch) {
        let sample = HeadSample(time: frame.time, face: face)
        let center = headSwitch.recognizer.calibrationCenter
        points.append(Point(time: frame.time, previous: points.last?.time,
                            offset: center?.offset(of: sample)))
    }

    func add(_ event: ApplianceEvent) {
        if case .gesture(let gesture) = event {
            switch gesture.kind {
            case .moved, .lookMoved: return
            default: break
            }
        }
        events.append(event)
    }
}
