import Gestures
import Pipeline

/// Where the user looks.
extension HeadSwitch {
    /// Least time between two measurements of both eyes, in seconds: they cost two runs of a network.
    private static let spacing = 0.055

    /// Whether gestures need the model of the eyes.
    static func needsEyes(_ gestures: GestureConfiguration) -> Bool { gestures.asksForEyes || gestures.gaze.isActive }

    /// Whether the gaze is needed now.
    private var wantsGaze: Bool {
        if gazing != nil { return true }
        guard measuresEyes, recognizer.configuration.gaze.isActive else { return false }
        return !recognizer.isPaused && recognizer.isAdmitted && !recognizer.isCalibrating && recognizer.armedUntil == nil
    }

    /// Measures both eyes of a face.
    mutating func measureGaze(of face: Face, in view: FrameView) throws {
        let time = view.frame.time
        guard wantsGaze, let eyes, face.isCertain, time - lastGaze >= Self.spacing || time < lastGaze else { return }
        lastGaze = time
        guard let head = HeadPointer(leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth),
              let right = try eyes.look(.right, of: face, in: view, costs: tracker.costs),
              let left = try eyes.look(.left, of: face, in: view, costs: tracker.costs)
        else { return }
        gaze = GazeModel(geometry, width: Double(view.width), height: Double(view.height)).look(head, right: EyeLook(right), left: EyeLook(left))
    }

    /// Loads the model of the eyes for a calibration.
    /// - Returns: why that is not possible.
    mutating func prepareGaze() -> String? {
        do {
            if eyes == nil { eyes = try EyeFinder(runtime: runtime) }
            return nil
        } catch {
            return "the model of the eyes cannot be used: \(error)"
        }
    }

    /// Starts or ends calibrating gaze: held outputs end, and the rest position is measured again.
    package mutating func measureGaze(_ session: GazeSession?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        gazing = session
        try? keepEyes()  // `prepareGaze` has reported a model that is missing
        recalibrate(at: time, emit)
    }
}
