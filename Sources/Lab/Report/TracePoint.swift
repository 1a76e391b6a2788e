import Gestures

/// One frame of a run, as numbers: what reports keep of it, never a picture.
package struct TracePoint: Sendable {
    /// Seconds since the clip's first frame.
    package let time: Double
    /// How far the head was from its rest, in eye distances; `nil` while calibrating or without a face.
    package let offset: HeadOffset?
    /// What the head had to reach at this moment, in eye distances.
    package let thresholds: GestureConfiguration.Thresholds
    /// The radius within which nothing counted at this moment, in eye distances.
    package let idleZone: Double

    package init(time: Double, offset: HeadOffset?, thresholds: GestureConfiguration.Thresholds, idleZone: Double) {
        self.time = time
        self.offset = offset
        self.thresholds = thresholds
        self.idleZone = idleZone
    }

    /// What a recogniser made of a sample that it has just taken.
    package init(_ sample: HeadSample, _ recognizer: borrowing GestureRecognizer) {
        let center = recognizer.calibrationCenter
        self.init(time: sample.time, offset: center?.offset(of: sample), thresholds: recognizer.thresholds,
                  idleZone: recognizer.idleZoneRadius)
    }
}
