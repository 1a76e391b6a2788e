/// Follows the brightness of the pictures, for outputs with `state = "dark"`.
final class DarkFeature: Feature {
    private var sensor: DarkSensor

    init(_ configuration: Configuration) { sensor = Self.sensor(configuration) }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) {
        if context.configuration.darkness != old.darkness { sensor = Self.sensor(context.configuration) }
    }

    private static func sensor(_ configuration: Configuration) -> DarkSensor {
        DarkSensor(below: configuration.darkness.below, after: configuration.darkness.after)
    }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) {
        guard context.outputs.follows(.dark) else { return }
        sensor.add(frame.brightness, at: frame.time)
        context.set(.dark, sensor.isDark)
    }
}
