import Glibc
import Wire

/// The one place for measuring a person: ranges, gaze, a gesture that is taught, a person who is enrolled. Only one at a time is possible.
final class MeasuringFeature: Feature {
    private var current: (session: any MeasuringSession, owner: ControlPeer)?

    /// Begins a measurement. Whether that is possible has been asked before: ``FeatureContext/mayMeasure(_:)``.
    /// - Parameter client: the one that asked for it; it ends when that one leaves.
    func begin(_ session: any MeasuringSession, for client: Requester, _ context: FeatureContext) {
        context.wake()
        current = (session, client.peer)
        client.peer.owe()
        context.head.measure(session, at: context.now, context.handle)
    }

    /// Cancels whatever is being measured; nothing has changed.
    func cancel(_ reason: String, _ context: FeatureContext) {
        guard let (session, _) = current else { return }
        end(session.cancelled(reason, at: context.now), context)
    }

    private func end(_ event: ApplianceEvent?, _ context: FeatureContext) {
        guard let (session, owner) = current else { return }
        context.head.measure(nil, at: context.now, context.handle)
        session.left(context)
        owner.settle()
        current = nil
        if let event { context.head.tell(event, context.handle) }
    }

    func obstacle(to undertaking: Undertaking) -> ControlError? {
        guard let current, ![.writing, .releasing].contains(undertaking) else { return nil }
        return ControlError(.busy, "\(current.session.words); wait, or cancel it")
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) {
        if let current { status.state = current.session.state }
    }

    /// A client that has left no longer needs its measurement.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        if let current, current.owner.hasLeft { cancel("the client that asked for it has left", context) }
    }

    /// Ends a measurement that is complete or cannot go on.
    func tick(_ context: FeatureContext) {
        guard let (session, _) = current else { return }
        if let obstacle = session.obstacle(at: context.now) {
            cancel(obstacle, context)
        } else if context.head.recognizer.isPaused || context.head.health.isBatteryCritical {
            cancel(context.head.health.isBatteryCritical ? "the battery is empty" : "it was paused", context)
        } else if case .ends(let event) = session.complete(context) {
            end(event, context)
        }
    }
}
