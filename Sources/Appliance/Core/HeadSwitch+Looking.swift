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
        tracker.expressionInterval = ranges?.calibration.measuresFace == true ? 0 : teaching != nil || recordsFace ? Self.recordedInterval : recognizer.expressionInterval
        guard var face = try tracker.costs.measure(.face, { try tracker.face(in: view) }) else {
            eyes?.forget()
            if tracker.isSearching { choosing = nil }  // the largest face is taken anyway
            return nil
        }
        if isTurnedRound(face) { return nil }
        if try turnFrom(face, in: view) { return nil }
        if gate?.wantsAnother == true, enrolling == nil, try lookAtAnother(than: face, in: view) { return nil }
        do {
            face.eye = try lookAtEyes(of: face, in: view)
            try measureGaze(of: face, in: view)
        } catch {
            eyes = nil  // a model that fails costs this frame; gestures go on with eyes that are unknown
            throw EyesLost(cause: error)
        }
        return face
    }

    /// Seconds between two measurements of the face for a recording or a teaching.
    private static let recordedInterval = 0.1

    /// Starts or ends teaching a gesture: held outputs end, and the rest position is measured again.
    package mutating func teach(_ session: TeachSession?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        teaching = session
        recalibrate(at: time, emit)
    }

    /// Starts or ends measuring the user's range: held outputs end, and the rest position is measured again.
    package mutating func measureRanges(_ session: RangeSession?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        ranges = session
        do {
            try keepEyes()
        } catch {
            if session != nil { emit(.fault(time: time, what: .eyesUnavailable, detail: "\(error); the range is measured without the eyes")) }
        }
        recalibrate(at: time, emit)
    }

    /// Whether a person is being measured, in whatever way: nothing fires meanwhile.
    package var isMeasuring: Bool { ranges != nil || gazing != nil || teaching != nil || enrolling != nil }

    /// What has been measured so far is no longer valid.
    mutating func disturbMeasuring(_ reason: String) {
        ranges?.disturb(reason)
        gazing?.disturb(reason)
        teaching?.disturb(reason)
        enrolling?.disturb(reason)
    }

    /// The view of the user has changed: the face is searched and the rest position measured again.
    package mutating func changeView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        if !isBatteryCritical { outputs.allow() }
        loseView(at: time, emit)  // the next face may be another one's
        allegiance.forget()
        disturbMeasuring("the view was changed")
        recalibrate(at: time, emit)
    }

    /// Follows the face with another accuracy from the next frame on, unless an axis moves, which would feel the small step. The
    /// measured rest position stays: both accuracies take it from the mesh.
    /// - Parameter measuresEyes: otherwise the eyes are unknown, except while the range is measured.
    package mutating func use(_ accuracy: Accuracy, measuresEyes: Bool = true) {
        if !measuresEyes { eyes?.forget() }
        self.measuresEyes = measuresEyes
        if !outputs.isMoving { tracker.accuracy = accuracy }
    }

    /// Loads the model of the eyes for a range calibration or its result, and closes it if nothing needs it.
    /// - Throws: `ModelError`. The eyes are unknown then, and a calibration requires nothing of them.
    mutating func keepEyes() throws {
        if ranges == nil, gazing == nil, !Self.needsEyes(recognizer.configuration) {
            eyes = nil
        } else if eyes == nil {
            eyes = try EyeFinder(runtime: runtime)
        }
    }

    /// Remembers the eyes of a face, and looks at them if the recogniser asks: at most two runs of a network.
    private mutating func lookAtEyes(of face: Face, in view: FrameView) throws -> EyeSighting? {
        guard let eyes, measuresEyes || ranges != nil else { return nil }
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

/// A failed run of the eyes' model.
struct EyesLost: Error, CustomStringConvertible {
    let cause: any Error

    var description: String { "\(cause); the eyes are unknown from now on" }
}
