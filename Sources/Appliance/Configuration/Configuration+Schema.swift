import Gestures
import Outputs
import Settings

extension Configuration {
    /// Every key, table and rule of the configuration file.
    package static let schema = ConfigurationSchema(
        make: Configuration.init,
        keys: keys,
        tables: [
            .init("cameras", \.cameras, CameraConfiguration.keys),
            .init("filters", \.filters, FilterConfiguration.keys),
            .init("outputs", \.outputs, OutputConfiguration.keys),
            .init("axes", \.axes, AxisConfiguration.keys),
            .init("inputs", \.inputs, InputConfiguration.keys),
            .init("profiles", \.profiles, ProfileConfiguration.keys),
        ],
        finish: { configuration in
            for filter in configuration.filters {
                if let gesture = HeadGesture(filter.name) { configuration.gestures.filters[gesture] = filter.filter }
            }
        },
        conflicts: \.conflicts)

    private typealias Limits = GestureConfiguration.Ranges

    private static let keys: [ConfigurationKey<Configuration>] = [
        .init("camera.use", .text(\.camera.use)),
        .init("camera.alternatives", .texts(\.camera.alternatives)),
        .init("camera.width", .integer(64...4096, \.camera.width)),
        .init("camera.height", .integer(64...4096, \.camera.height)),
        .init("camera.rate", .number(1...120, unit: "frames a second", \.camera.rate)),
        .init("camera.object", .text(\.camera.object)),
        .init("camera.orientation", .integer(1...8, \.camera.orientation)),
        .init("camera.mirrored", .flag(\.camera.mirrored)),
        .init("camera.idle_after", .number(0...86400, unit: "s", \.camera.idleAfter)),
        .init("camera.idle_look", .number(0.5...600, unit: "s", \.camera.idleLook)),

        .init("detection.accuracy", .word(\.detection.accuracy)),
        .init("detection.threads", .integer(1...16, \.detection.threads)),

        .init("budget.cpu_percent", .number(0...1600, unit: "% of a core", \.budget.cpuPercent)),
        .init("budget.min_rate", .number(0...120, unit: "frames a second", \.budget.minRate)),
        .init("budget.max_rate", .number(0...120, unit: "frames a second", \.budget.maxRate)),
        .init("budget.temperature_max", .number(0...120, unit: "°C", \.budget.temperatureMax)),
        .init("budget.battery.supply", .text(\.budget.supply)),
        .init("budget.battery.capacity_wh", .number(0...10000, unit: "Wh", \.budget.battery.capacity)),
        .init("budget.battery.target_hours", .number(0...1000, unit: "h", \.budget.battery.targetHours)),
        .init("budget.battery.low_percent", .number(0...100, unit: "%", \.budget.battery.lowPercent)),
        .init("budget.battery.critical_percent", .number(0...50, unit: "%", \.budget.battery.criticalPercent)),
        .init("budget.battery.on_critical", .texts(\.budget.onCritical)),
        .init("budget.battery.idle_watts", .number(0.05...100, unit: "W", \.budget.battery.idleWatts)),
        .init("budget.battery.watts_per_core", .number(0.01...100, unit: "W", \.budget.battery.wattsPerCore)),

        .init("darkness.below", .number(0.01...0.9, unit: "", \.darkness.below)),
        .init("darkness.after", .number(0.1...60, unit: "s", \.darkness.after)),

        .init("status.led", .text(\.status.led)),
        .init("status.alarm_after", .number(1...86400, unit: "s", \.status.alarmAfter)),

        .init("feedback.sounds", .words(\.feedback.sounds)),
        .init("feedback.device", .text(\.feedback.device)),
        .init("feedback.volume", .integer(1...100, \.feedback.volume)),

        .init("state.directory", .text(\.state.directory)),

        .init("control.directory", .text(\.control.directory)),

        .init("models.runtime", .text(\.models.runtime)),
        .init("models.directory", .text(\.models.directory)),

        .init("gestures.strictness", .word(Strictness.allCases.map(\.rawValue), get: { $0.strictness.rawValue }, set: { configuration, word in
            guard let strictness = Strictness(rawValue: word) else { return }
            configuration.strictness = strictness
            strictness.apply(to: &configuration.gestures)
        })),
        .init("gestures.pointer", .word(\.gestures.pointer)),
        .init("gestures.continuous", .flag(\.gestures.continuous)),
        .init("gestures.discrete", .flag(\.gestures.discrete)),
        .init("gestures.nod", .flag(\.gestures.nod)),
        .init("gestures.shake", .flag(\.gestures.shake)),
        .init("gestures.calibration_samples", .integer(Limits.calibrationSamples, \.gestures.calibrationSamples)),
        .init("gestures.calibration_tolerance", .number(Limits.calibrationTolerance, unit: "IOD", \.gestures.calibrationTolerance)),
        .init("gestures.calibration_timeout", .number(Limits.calibrationTimeout, unit: "s", \.gestures.calibrationTimeout)),
        .init("gestures.idle_zone_radius", .number(Limits.idleZoneRadius, unit: "IOD", \.gestures.idleZoneRadius)),
        .init("gestures.threshold_left", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.left)),
        .init("gestures.threshold_right", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.right)),
        .init("gestures.threshold_up", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.up)),
        .init("gestures.threshold_down", .number(Limits.threshold, unit: "IOD", \.gestures.thresholds.down)),
        .init("gestures.off_axis_ratio", .number(Limits.offAxisRatio, unit: "", \.gestures.offAxisRatio)),
        .init("gestures.noise_factor", .number(Limits.noiseFactor, unit: "", \.gestures.noiseFactor)),
        .init("gestures.smoothing", .number(Limits.smoothing, unit: "Hz", \.gestures.smoothing)),
        .init("gestures.path_efficiency", .number(Limits.pathEfficiency, unit: "", \.gestures.pathEfficiency)),
        .init("gestures.quiet_mouth", .number(Limits.quietMouth, unit: "IOD/s", \.gestures.quietMouth)),
        .init("gestures.onset_max", .number(Limits.onsetMax, unit: "s", \.gestures.onsetMax)),
        .init("gestures.acceptance", .number(Limits.acceptance, unit: "s", \.gestures.acceptance)),
        .init("gestures.discrete_min", .number(Limits.discreteMin, unit: "s", \.gestures.discreteMin)),
        .init("gestures.discrete_max", .number(Limits.discreteMax, unit: "s", \.gestures.discreteMax)),
        .init("gestures.max_hold", .number(Limits.maxHold, unit: "s", \.gestures.maxHold)),
        .init("gestures.nod_count", .integer(Limits.nodCount, \.gestures.nodCount)),
        .init("gestures.shake_count", .integer(Limits.shakeCount, \.gestures.shakeCount)),
        .init("gestures.nod_swing", .number(Limits.nodSwing, unit: "s", \.gestures.nodSwing)),
        .init("gestures.shake_swing", .number(Limits.shakeSwing, unit: "s", \.gestures.shakeSwing)),
        .init("gestures.resolve", .number(Limits.resolve, unit: "s", \.gestures.resolve)),
        .init("gestures.drift_time", .number(Limits.driftTime, unit: "s", \.gestures.driftTime)),
        .init("gestures.settle_time", .number(Limits.settleTime, unit: "s", \.gestures.settleTime)),
        .init("gestures.burst_count", .integer(Limits.burstCount, \.gestures.burstCount)),
        .init("gestures.burst_time", .number(Limits.burstTime, unit: "s", \.gestures.burstTime)),
        .init("gestures.pause_gesture", direction(\.gestures.pauseGesture)),
        .init("gestures.pause_time", .number(Limits.pauseTime, unit: "s", \.gestures.pauseTime)),
        .init("gestures.wake_gesture", direction(\.gestures.wakeGesture)),
        .init("gestures.wake_time", .number(Limits.wakeTime, unit: "s", \.gestures.wakeTime)),
        .init("gestures.face_loss_time", .number(Limits.faceLossTime, unit: "s", \.gestures.faceLossTime)),
        .init("gestures.recalibrate_after_loss", .number(Limits.recalibrateAfterLoss, unit: "s", \.gestures.recalibrateAfterLoss)),
    ]

    /// One of the directions, or none.
    private static func direction(_ path: WritableKeyPath<Configuration, HeadDirection?> & Sendable)
        -> ConfigurationKey<Configuration>.Value
    {
        .word([""] + HeadDirection.allCases.map(\.rawValue), get: { $0[keyPath: path]?.rawValue ?? "" },
              set: { $0[keyPath: path] = HeadDirection(rawValue: $1) })
    }
}
