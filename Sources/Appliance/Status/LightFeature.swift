/// Shows the state: by the status light, and to the service manager.
final class LightFeature: Feature {
    private var light: LightKeeper?

    init(_ configuration: Configuration) { light = Self.light(configuration) }

    private static func light(_ configuration: Configuration) -> LightKeeper? {
        configuration.status.led.isEmpty ? nil : LightKeeper(name: configuration.status.led)
    }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) {
        guard context.configuration.status != old.status else { return }
        light?.end()
        light = Self.light(context.configuration)
    }

    func settle(_ context: FeatureContext) {
        context.head.health.hasFault = context.outputs.hasFault || context.features.contains { $0.isFailing }
        let pattern = context.head.standing.pattern
        context.notifier.show(pattern.rawValue)
        light?.show(pattern)
        if let fault = light?.takeFault() { context.report(.statusLightFailed, "\(fault)") }
    }

    /// Lines come first: this may take long.
    func end() { light?.end() }
}
