import Wire

/// Changes and lists profiles, for clients, and tells what was wrong with what was saved of the last run.
final class ProfileFeature: Feature {
    private var hasBegun = false

    func start(_ context: FeatureContext) {
        if let fault = context.settings.store.fault { context.report(.stateDamaged, fault) }
        if let problem = context.settings.lockProblem { context.report(.stateNotKept, problem) }
    }

    func profileBegins(_ context: FeatureContext) {
        guard !hasBegun else { return }
        hasBegun = true
        for fault in context.settings.refused { context.report(.configurationRefused, fault) }
        context.settings.keepCopies()
    }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .profile(let name) = request else { return nil }
        let settings = context.settings
        func reply() -> ProfileReply { ProfileReply(profile: settings.profile, profiles: settings.current.profiles.map(\.name)) }
        guard let name else { return .done(reply()) }
        try context.mayChange()
        if let fault = settings.use(profile: name, isNamed: true, context) { throw ControlError(.unavailable, fault) }
        context.replyWhenKept(to: client) { reply() }
        return .later
    }
}
