/// Gives feedback by sounds.
final class SoundFeature: Feature {
    private var player: SoundPlayer?

    deinit { player?.end() }

    func start(_ context: FeatureContext) { open(context) }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) { if context.configuration.feedback != old.feedback { open(context) } }

    /// Replaces the player with one for the current configuration, or with none if no sounds are configured.
    private func open(_ context: FeatureContext) {
        player?.end()
        let feedback = context.configuration.feedback
        player = feedback.sounds.isEmpty ? nil : SoundPlayer(feedback)
        do { try player?.start() } catch { context.report(.soundFailed, "\(error)") }
    }

    func hear(_ event: ApplianceEvent, at now: Double) { if case .feedback(_, let cue) = event { player?.play(cue) } }

    func settle(_ context: FeatureContext) { if let fault = player?.takeFault() { context.report(.soundFailed, fault) } }
}
