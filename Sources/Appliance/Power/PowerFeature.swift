import Power

/// Keeps to the budgets of power, processor and heat: rate and accuracy, when the camera runs, and the end with an empty battery.
final class PowerFeature: Feature {
    private var economy: Economy
    private let camera: CameraFeature

    /// - Parameters:
    ///   - cpu: CPU seconds of this process.
    ///   - gauge: reads the battery of a name.
    init(_ configuration: Configuration, _ camera: CameraFeature, cpu: @escaping () -> Double, gauge: @escaping Economy.Gauge) {
        economy = Economy(configuration, cpu: cpu, gauge: gauge)
        self.camera = camera
        camera.throttle.rate = economy.point.rate
    }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) {
        let new = context.configuration
        if new.budget != old.budget || new.detection != old.detection || new.camera != old.camera { economy = Economy(new, insteadOf: economy) }
    }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) { economy.add(frameAt: frame.time, cpu: frame.cpu) }

    func wake(at now: Double) { economy.wake(at: now) }

    /// Applies the operating point, and makes all outputs safe when the battery is empty.
    func settle(_ context: FeatureContext) {
        let wasCritical = economy.isCritical, wanted = economy.wantsCamera, now = context.now
        economy.decide(at: now, isHeld: context.head.isHeld, context.head.recognizer)
        context.head.health.isBatteryLow = economy.isBatteryLow
        context.head.health.isBatteryCritical = economy.isCritical
        camera.use(economy.point.rate)
        context.head.use(economy.point.accuracy, measuresEyes: economy.point.measuresEyes)
        if economy.isCritical != wasCritical {
            if economy.isCritical {
                context.head.finish(at: now, sparing: .warnings, context.handle)
            } else {
                context.head.changeView(at: now, context.handle)
            }
        }
        if economy.wantsCamera, !wanted { context.head.tracker.forget() }  // the next person may sit somewhere else
        camera.setWanted(economy.wantsCamera, context)
        economy.report(at: context.now, context.handle)
    }

    /// The figures of a second, once one has passed.
    func stats(at now: Double) -> ApplianceEvent.Stats? {
        guard var stats = camera.rates.stats(at: now, operatingPoint: economy.point.name) else { return nil }
        economy.annotate(&stats)
        return stats
    }
}
