import Gestures
import Wire

/// An enrolment that a client has asked for.
final class Enrolment: MeasuringSession {
    private var session: EnrolmentSession
    private let keep: (EnrolmentSession, FeatureContext) -> Void

    /// - Parameter keep: writes the person.
    init(_ session: EnrolmentSession, _ keep: @escaping (EnrolmentSession, FeatureContext) -> Void) { (self.session, self.keep) = (session, keep) }

    let state = StatusReply.enrolling, words = "a person is being enrolled"
    let needs = MeasurementNeeds(takesFaces: true)

    /// Faces come from the recogniser of people instead.
    func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) {}

    func disturb(_ reason: String) { session.disturb(reason) }

    func obstacle(at time: Double) -> String? { session.obstacle(at: time) }

    func cancelled(_ reason: String, at time: Double) -> ApplianceEvent { told(.cancelled(reason: reason), at: time) }

    func complete(_ context: FeatureContext) -> MeasuringEnd {
        guard session.isDone || session.isStuck(at: context.now) else { return .goesOn }
        guard session.newCount > 0 else {
            let reason = session.person.faces.isEmpty ? "no face was taken" : "there is nothing new in this light; do it again in another one"
            return .ends(cancelled(reason, at: context.now))
        }
        keep(session, context)
        return .ends(nil)
    }

    /// Gestures count again.
    func left(_ context: FeatureContext) { context.recognisePeople() }

    /// Changes the session, and reports its steps afterwards.
    @discardableResult
    func change<Value>(_ context: FeatureContext, _ body: (inout EnrolmentSession, (EnrolmentReport) -> Void) -> Value) -> Value {
        var reports: [EnrolmentReport] = []
        let value = body(&session) { reports.append($0) }
        for report in reports { context.head.tell(told(report, at: context.now), context.handle) }
        return value
    }

    private func told(_ report: EnrolmentReport, at time: Double) -> ApplianceEvent { .enrolment(time: time, name: session.person.name, report) }
}

extension FeatureContext {
    /// The people who are enrolled have changed: whose face is seen is unknown from now on.
    func recognisePeople() { head.recognise(PersonGate(configuration, insteadOf: head.gate), at: now, handle) }
}
