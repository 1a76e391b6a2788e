import Wire

/// Pauses and resumes, for clients; a pause outlives a restart.
final class PauseFeature: Feature {
    private var hasBegun = false

    func profileBegins(_ context: FeatureContext) {
        guard !hasBegun else { return }
        hasBegun = true
        if context.settings.store.saved.isPaused { context.togglePause() }
    }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        let isPaused = context.head.recognizer.isPaused
        switch request {
        case .pause:  // at once, whatever else is going on: it is the way to stop everything
            if !isPaused { context.togglePause() }
            context.measuring.cancel("it was paused", context)
        case .resume:
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
