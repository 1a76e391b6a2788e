import Gestures
import Wire

/// Calibrates where a person looks, for clients.
final class GazeFeature: Feature {
    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .calibrateGaze(let targets) = request else { return nil }
        try context.mayMeasure("a gaze calibration")
        do { try context.head.sight.loadEyes() } catch { throw ControlError(.unavailable, "the model of the eyes cannot be used: \(error)") }
        try context.mayChange()
        context.measuring.begin(GazeMeasurement(GazeSession(targets, context.configuration.gaze, at: context.now)), for: client, context)
        return .done()
    }

    /// Reports that looks at zones do not count yet.
    func profileBegins(_ context: FeatureContext) {
        guard context.configuration.watchesGaze, context.configuration.gestures.gaze.correction == nil else { return }
        context.report(.gazeNotCalibrated, "an output or an axis waits for your gaze, but gaze was not calibrated, or the screen and the camera were "
            + "elsewhere then: nodline calibrate --gaze")
    }
}

/// A gaze calibration that a client has asked for.
private final class GazeMeasurement: MeasuringSession {
    private var session: GazeSession

    init(_ session: GazeSession) { self.session = session }

    let state = StatusReply.calibratingGaze, words = "gaze is being calibrated"
    let needs = MeasurementNeeds(looksForGaze: true)

    func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) { session.add(sample, emit) }

    func disturb(_ reason: String) { session.disturb(reason) }

    func obstacle(at time: Double) -> String? { session.obstacle(at: time) }

    func cancelled(_ reason: String, at time: Double) -> ApplianceEvent { .gaze(time: time, .cancelled(reason: reason)) }

    func complete(_ context: FeatureContext) -> MeasuringEnd {
        guard let result = session.result else { return .goesOn }
        var problem: String?
        switch result {
        case .success(let correction):
            let settings = context.settings, gaze = SavedGaze(correction, session.geometry, points: session.targets.count)
            settings.store.change { $0.gaze[settings.profile] = gaze }
            settings.refresh(context)
        case .failure(let fault): problem = fault.words(session.targets.map(\.words))
        }
        return .ends(.gaze(time: context.now, .done(fault: problem)))
    }
}
