import Wire

/// Tells of gestures that have become impossible, whatever made them so.
final class ImpossibleFeature: Feature {
    /// What was told, and of which configuration.
    private var told: [ImpossibleGesture] = []
    private var version: Int?

    func tick(_ context: FeatureContext) {
        guard version != context.settings.version else { return }
        version = context.settings.version
        let new = context.configuration.impossible
        for gesture in new where !told.contains(gesture) { context.report(.gestureImpossible, gesture.words) }
        told = new
    }
}
