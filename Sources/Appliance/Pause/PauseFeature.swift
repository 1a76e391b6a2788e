import Wire

/// Pauses and resumes, stops and releases, for clients; a pause and a stop outlive a restart.
///
/// What moves things is also stopped by a stop from before the machine started, and if the file that keeps stops cannot be read or has vanished:
/// it may have been stopped, and a release costs little. What only calls, speaks or types goes on then, because its user may be unable to end a
/// stop, or to call for somebody who can.
final class PauseFeature: Feature {
    private var hasBegun = false
    /// Who stops everything as soon as what is configured moves things, unless somebody stops or releases before.
    private var pending: String?

    func profileBegins(_ context: FeatureContext) {
        if !hasBegun {
            hasBegun = true
            begin(context)
        }
        guard let stopper = pending, context.configuration.movesThings else { return }
        pending = nil
        context.stop(by: stopper)
    }

    private func begin(_ context: FeatureContext) {
        let store = context.settings.store, saved = store.saved
        if let stopper = saved.stoppedBy, !saved.hasStartedSinceStop {
            context.stop(by: stopper)
        } else if let stopper = saved.stoppedBy {
            pending = stopper
            // Or the next thing that is kept would make it a stop of this boot.
            if !context.configuration.movesThings { store.change { $0.stoppedBy = nil } }
        } else if store.fault != nil {
            pending = "the start, because a stop that was kept cannot be read"
        }
        if saved.isPaused { context.togglePause() }
    }

    func hear(_ event: ApplianceEvent, at now: Double) {
        if case .stop = event { pending = nil }
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
        context.replyWhenKept(to: client) { Self.remainder(context) }
        return .later
    }

    private static func remainder(_ context: FeatureContext) -> HaltReply {
        let halt = context.head.halt
        let all: [(HaltReply.Halt, Bool)] = [(.stopped, halt.stop != nil), (.paused, context.head.recognizer.isPauseAsked), (.notEnabled, halt.lacksEnable)]
        return HaltReply(remains: all.filter(\.1).map(\.0))
    }
}
