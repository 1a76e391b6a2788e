import Gestures
import Wire

/// A teaching that a client has asked for.
final class TeachMeasurement: MeasuringSession {
    /// Seconds between two measurements of the face.
    static let faceInterval = 0.1

    private var session: TeachSession
    private let make: ([TaughtRepetition], FeatureContext) -> Void

    /// - Parameter make: makes a template of the repetitions.
    init(_ session: TeachSession, _ make: @escaping ([TaughtRepetition], FeatureContext) -> Void) { (self.session, self.make) = (session, make) }

    let state = StatusReply.teaching, words = "a gesture is being taught"
    let needs = MeasurementNeeds(faceInterval: faceInterval)

    func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) { session.add(sample, emit) }

    func disturb(_ reason: String) { session.disturb(reason) }

    func obstacle(at time: Double) -> String? { session.obstacle(at: time) }

    func cancelled(_ reason: String, at time: Double) -> ApplianceEvent { .teach(time: time, session.name, .cancelled(reason: reason)) }

    func complete(_ context: FeatureContext) -> MeasuringEnd {
        switch session.outcome {
        case nil: return .goesOn
        case .failure(let fault): return .ends(.teach(time: context.now, session.name, .refused(fault.rawValue, words: fault.words)))
        case .success(let repetitions):
            make(repetitions, context)
            return .ends(.teach(time: context.now, session.name, .computing))
        }
    }
}
