import Wire

/// Pauses and resumes, stops and releases, for clients; a pause and a stop outlive a restart.
final class PauseFeature: Feature {
    private var hasBegun = false

    func profileBegins(_ context: FeatureContext) {
        guard !hasBegun else { return }
        hasBegun = true
        let saved = context.settings.store.saved
        if let stopper = saved.stoppedBy { context.stop(by: stopper) }
        if saved.isPaused { context.togglePause() }
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
