import Gestures
import Pipeline

/// Finds the face in a frame, and the eyes if the recogniser asks for them.
extension HeadSwitch {
    /// Loads the models that a configuration needs.
    static func load(_ configuration: Configuration, _ runtime: LiteRTRuntime) throws -> (FaceTracker, EyeFinder?) {
        let threads = configuration.detection.threads
        let tracker = try FaceTracker(accuracy: configuration.detection.accuracy, runtime: runtime, threads: threads)
        return (tracker, needsEyes(configuration.gestures) ? try EyeFinder(runtime: runtime, threads: threads) : nil)
    }

    /// Finds the face in a frame.
    package mutating func look(at frame: Frame) throws -> Face? {
        let view = FrameView(frame, mounting: mounting)
        gaze = nil
        guard var face = try tracker.costs.measure(.face, { try tracker.face(in: view) }) else {
            eyes?.forget()
            return nil
        }
        do {
            face.eye = try lookAtEyes(of: face, in: view)
            try measureGaze(of: face, in: view)
        } catch {
            eyes = nil  // a model that fails costs this frame; gestures go on with eyes that are unknown
            throw error
        }
        return face
    }

    /// Loads the model of the eyes for a range calibration or its result, and closes it if nothing needs it. If it cannot be loaded, the
    /// eyes are unknown, and a calibration requires nothing of them.
    mutating func keepEyesIfNeeded() {
        if ranges == nil, gazing == nil, !Self.needsEyes(recognizer.configuration) {
            eyes = nil
        } else if eyes == nil {
            eyes = try? EyeFinder(runtime: runtime)
        }
    }

    /// Remembers the eyes of a face, and looks at them if the recogniser asks: at most two runs of a network.
    private mutating func lookAtEyes(of face: Face, in view: FrameView) throws -> EyeSighting? {
        guard let eyes else { return nil }
        guard face.isCertain else {
            eyes.forget()
            return nil
        }
        eyes.remember(face, in: view, costs: tracker.costs)
        guard let request = ranges.map(\.calibration.eyeRequest) ?? recognizer.eyeRequest else { return nil }
        let side = EyeFinder.Side(request.eye)
        if let before = request.before, let seen = try eyes.look(side, from: request.notBefore, before: before, costs: tracker.costs) {
            recognizer.see(EyeLook(seen))
        }
        return request.now ? try eyes.look(side, of: face, in: view, costs: tracker.costs) : nil
    }
}
