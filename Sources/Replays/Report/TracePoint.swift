import Gestures
import Traces

/// One frame of a run, as numbers: the data that reports keep of it.
package struct TracePoint: Sendable {
    /// Seconds since the clip's first frame.
    package let time: Double
    /// Offset of the head from its rest, in eye distances; `nil` while calibrating or without a face.
    package let offset: HeadOffset?
    /// The thresholds at this time, in eye distances.
    package let thresholds: GestureConfiguration.Thresholds
    /// Radius of the idle zone at this time, in eye distances.
    package let idleZone: Double
    /// Mean position of the irises between the corners of the eyes, in half widths of the eye; `nil` if no eye was measured.
    package let eyes: HeadOffset?

    package init(time: Double, offset: HeadOffset?, thresholds: GestureConfiguration.Thresholds, idleZone: Double, eyes: HeadOffset? = nil) {
        self.time = time
        self.offset = offset
        self.thresholds = thresholds
        self.idleZone = idleZone
        self.eyes = eyes
    }

    /// The state of a recogniser after a sample that it has just taken.
    package init(_ sample: HeadSample, _ recognizer: borrowing GestureRecognizer, eyes: HeadMark.Eyes? = nil) {
        let center = recognizer.calibrationCenter
        self.init(time: sample.time, offset: center?.offset(of: sample), thresholds: recognizer.thresholds,
                  idleZone: recognizer.idleZoneRadius, eyes: eyes?.offset(recognizer.configuration.rules))
    }
}
