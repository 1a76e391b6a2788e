import Gestures
import Pipeline

/// Finds the face in a frame, looks at its eyes when the recogniser or a measurement asks, and measures where they look.
package struct Sight {
    /// Seconds between two measurements of mouth, lids and brows for a recording.
    private static let recordedInterval = 0.1
    /// Least time between two measurements of both eyes, in seconds: they cost two runs of a network.
    private static let spacing = 0.055

    package private(set) var tracker: FaceTracker
    /// `nil` if neither a gesture nor a measurement needs the eyes.
    package private(set) var eyes: EyeFinder?
    package private(set) var runtime: LiteRTRuntime
    /// Orientation and mirroring of the frames.
    package var mounting: Mounting
    /// Whether the operating point leaves time for the eyes.
    private var measuresEyes = true
    /// The face is measured whatever the gestures need, because they are recorded.
    var recordsFace = false
    /// Where screen and camera are.
    private var geometry: GazeGeometry
    /// Where the user looks, in the frame of that time, and the time of the last measurement.
    private var gaze: GazeLook?
    private var lastGaze = -Double.infinity

    /// - Parameter runtime: one that is loaded already.
    /// - Throws: `ModelError`.
    init(_ configuration: Configuration, runtime: LiteRTRuntime?) throws {
        self.runtime = try runtime ?? LiteRTRuntime(assets: configuration.models.assets)
        (tracker, eyes) = try Self.load(configuration, self.runtime)
        geometry = configuration.gaze
        mounting = configuration.camera.mounting
    }

    /// Loads the models that a configuration needs.
    private static func load(_ configuration: Configuration, _ runtime: LiteRTRuntime) throws -> (FaceTracker, EyeFinder?) {
        let threads = configuration.detection.threads
        let tracker = try FaceTracker(accuracy: configuration.detection.accuracy, runtime: runtime, threads: threads)
        return (tracker, needsEyes(configuration.gestures) ? try EyeFinder(runtime: runtime, threads: threads) : nil)
    }

    /// Whether gestures need the model of the eyes.
    private static func needsEyes(_ gestures: GestureConfiguration) -> Bool { gestures.asksForEyes || gestures.gaze.isActive }

    // MARK: - Models

    /// Whether another configuration needs models that are not loaded, which may take seconds.
    func mustLoad(_ new: Configuration, insteadOf old: Configuration) -> Bool {
        new.models != old.models || new.detection != old.detection || Self.needsEyes(new.gestures) && eyes == nil
    }

    /// - Throws: `ModelError`. Nothing has changed then.
    mutating func load(_ new: Configuration) throws {
        let runtime = try LiteRTRuntime(assets: new.models.assets)
        (tracker, eyes) = try Self.load(new, runtime)
        self.runtime = runtime
    }

    mutating func adopt(_ new: Configuration) {
        if !Self.needsEyes(new.gestures) { eyes = nil }
        geometry = new.gaze
        mounting = new.camera.mounting
    }

    /// Loads the model of the eyes for a measurement or its result, and closes it if nothing needs it.
    /// - Throws: `ModelError`. The eyes are unknown then, and a calibration requires nothing of them.
    mutating func keepEyes(for gestures: GestureConfiguration, _ needs: MeasurementNeeds?) throws {
        if !Self.needsEyes(gestures), needs?.looksAtEyes != true, needs?.looksForGaze != true { eyes = nil } else { try loadEyes() }
    }

    /// - Throws: `ModelError`.
    mutating func loadEyes() throws { if eyes == nil { eyes = try EyeFinder(runtime: runtime) } }

    /// Follows the face with another accuracy from the next frame on, unless an axis moves, which would feel the small step. The
    /// measured rest position stays: both accuracies take it from the mesh.
    /// - Parameter measuresEyes: otherwise the eyes are unknown, except while the range is measured.
    mutating func use(_ accuracy: Accuracy, measuresEyes: Bool, isMoving: Bool) {
        if !measuresEyes { eyes?.forget() }
        self.measuresEyes = measuresEyes
        if !isMoving { tracker.accuracy = accuracy }
    }

    // MARK: - Frames

    /// Finds the face, and measures mouth, lids and brows as often as somebody needs them.
    mutating func face(in view: FrameView, for recognizer: GestureRecognizer, _ needs: MeasurementNeeds?) throws -> Face? {
        gaze = nil
        tracker.expressionInterval = needs?.faceInterval ?? (recordsFace ? Self.recordedInterval : recognizer.expressionInterval)
        tracker.movementInterval = recognizer.movementInterval
        if let face = try tracker.costs.measure(.face, { try tracker.face(in: view) }) { return face }
        eyes?.forget()
        return nil
    }

    /// Looks at the eyes of a face, if somebody asks for them.
    mutating func lookAtEyes(of face: inout Face, in view: FrameView, for recognizer: inout GestureRecognizer, _ needs: MeasurementNeeds?) throws {
        do {
            face.eye = try eye(of: face, in: view, for: &recognizer, needs)
            try measureGaze(of: face, in: view, for: recognizer, needs)
        } catch {
            eyes = nil  // a model that fails costs this frame; gestures go on with eyes that are unknown
            throw EyesLost(cause: error)
        }
    }

    /// Where the user looks in the frame of this time.
    func gaze(at time: Double) -> GazeLook? { gaze.flatMap { $0.time == time ? $0 : nil } }

    /// Remembers the eyes of a face, and looks at them if somebody asks: at most two runs of a network.
    private func eye(of face: Face, in view: FrameView, for recognizer: inout GestureRecognizer, _ needs: MeasurementNeeds?) throws -> EyeSighting? {
        let isMeasured = needs?.looksAtEyes == true
        guard let eyes, measuresEyes || isMeasured else { return nil }
        guard face.isCertain else {
            eyes.forget()
            return nil
        }
        eyes.remember(face, in: view, costs: tracker.costs)
        guard let request = isMeasured ? needs?.eyeRequest : recognizer.eyeRequest else { return nil }
        let side = EyeFinder.Side(request.eye)
        if let before = request.before, let seen = try eyes.look(side, from: request.notBefore, before: before, costs: tracker.costs) {
            recognizer.see(EyeLook(seen))
        }
        return request.now ? try eyes.look(side, of: face, in: view, costs: tracker.costs) : nil
    }

    private mutating func measureGaze(of face: Face, in view: FrameView, for recognizer: GestureRecognizer, _ needs: MeasurementNeeds?) throws {
        let time = view.frame.time
        guard wantsGaze(recognizer, needs), let eyes, face.isCertain, time - lastGaze >= Self.spacing || time < lastGaze else { return }
        lastGaze = time
        guard let head = HeadPointer(leftEye: face.leftEye, rightEye: face.rightEye, mouth: face.mouth),
              let right = try eyes.look(.right, of: face, in: view, costs: tracker.costs),
              let left = try eyes.look(.left, of: face, in: view, costs: tracker.costs)
        else { return }
        gaze = GazeModel(geometry, width: Double(view.width), height: Double(view.height)).look(head, right: EyeLook(right), left: EyeLook(left))
    }

    private func wantsGaze(_ recognizer: GestureRecognizer, _ needs: MeasurementNeeds?) -> Bool {
        if needs?.looksForGaze == true { return true }
        guard measuresEyes, recognizer.configuration.gaze.isActive else { return false }
        return !recognizer.isPaused && recognizer.isAdmitted && !recognizer.isCalibrating && recognizer.armedUntil == nil
    }
}

/// A failed run of the eyes' model.
private struct EyesLost: Error, CustomStringConvertible {
    let cause: any Error

    var description: String { "\(cause); the eyes are unknown from now on" }
}
