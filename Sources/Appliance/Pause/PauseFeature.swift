import Wire

/// Pauses and resumes, stops and releases, for clients; a pause and a stop outlive a restart.
///
/// If the file that keeps them cannot be read, what moves things counts as stopped: it may have been, and a release costs little. What only
/// calls, speaks or types goes on, because its user may be unable to end a stop, or to call for somebody who can.
final class PauseFeature: Feature {
    private var hasBegun = false
    /// Whether everything was stopped is not known, and nobody has said so since.
    private var isUnsure = false

    func profileBegins(_ context: FeatureContext) {
        let store = context.settings.store
        if !hasBegun {
            hasBegun = true
            isUnsure = store.fault != nil
            if let stopper = store.saved.stoppedBy { context.stop(by: stopper) }
            if store.saved.isPaused { context.togglePause() }
        }
        guard isUnsure, context.configuration.movesThings else { return }
        isUnsure = false
        context.stop(by: "the start, because a stop that was kept cannot be read")
    }

    func hear(_ event: ApplianceEvent, at now: Double) {
        if case .stop = event { isUnsure = false }
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) {
        let halt = context.head.halt
        status.stopped = .some(halt.stop?.by)
        status.enabled = .some(context.configuration.needsEnable ? !halt.lacksEnable : nil)
    }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        let isPaused = context.head.recognizer.isPauseAsked
        switch request {
        case .pause:  // at once, whatever else is going on: it is the way to stop everything
            if !isPaused { context.togglePause() }
            context.measuring.cancel("it was paused", context)
        case .stop:
            context.stop(by: "a request")
            context.measuring.cancel("everything was stopped", context)
        case .release:
            if context.head.halt.stop != nil {
                try context.may(.releasing)
                try context.mayChange()
                context.release(by: "a request")
            }
        case .resume:
            if let stop = context.head.halt.stop { throw ControlError(.stopped, "everything was stopped by \(stop.by): `nodline release` first") }
            if isPaused {
                try context.mayChange()
                context.togglePause()
            }
        default: return nil
        }
        context.replyWhenKept(to: client)
        return .later
    }
}
