import Gestures

/// A user's gaze calibration, with the places of screen and camera for which it holds.
package struct SavedGaze: Codable, Equatable, Sendable {
    /// Of the sine of the angle to the camera: sideways, and up and down.
    private let offset, gain: [Double]
    /// The screen's width and height and the camera's place above and to the right, in centimetres; the pupils' distance in
    /// millimetres; the camera's field of view in degrees.
    private let geometry: [Double]
    /// How many points the user looked at.
    package let points: Int

    /// Largest offset that a calibration may give.
    private static let farthest = 1.0

    package init(_ correction: GazeCorrection, _ geometry: GazeGeometry, points: Int) {
        offset = [correction.offset.x, correction.offset.y]
        gain = [correction.gain.x, correction.gain.y]
        self.geometry = Self.numbers(geometry)
        self.points = points
    }

    /// Uses it in a configuration, if screen and camera are where they were.
    package func apply(to configuration: inout Configuration) {
        guard geometry == Self.numbers(configuration.gaze), isPossible else { return }
        var correction = GazeCorrection()
        correction.offset = SIMD2(offset[0], offset[1])
        correction.gain = SIMD2(gain[0], gain[1])
        configuration.gestures.gaze.correction = correction
    }

    /// Whether a calibration can have given it.
    var isPossible: Bool {
        offset.count == 2 && gain.count == 2 && offset.allSatisfy { $0.magnitude <= Self.farthest } && gain.allSatisfy(GazeCalibration.gains.contains)
    }

    private static func numbers(_ geometry: GazeGeometry) -> [Double] {
        [geometry.screenWidth, geometry.screenHeight, geometry.cameraAbove, geometry.cameraRight, geometry.interpupillary, geometry.fieldOfView]
    }
}
