import Gestures
import MQTTSettings
import Outputs
import Settings
import WebSettings

extension Configuration {
    /// Every section, table and rule of the configuration file. The keys are declared with the types that hold their values.
    package static let schema = ConfigurationSchema(
        make: Configuration.init,
        sections: [
            .init("camera", \.camera, keys: Camera.keys),
            .init("detection", \.detection, keys: Detection.keys),
            .init("budget", \.budget, keys: BudgetConfiguration.keys),
            .init("budget.battery", \.budget, keys: BudgetConfiguration.batteryKeys),
            .init("darkness", \.darkness, keys: Darkness.keys),
            .init("status", \.status, keys: Status.keys),
            .init("feedback", \.feedback, keys: FeedbackConfiguration.keys),
            .init("state", \.state, keys: State.keys),
            .init("control", \.control, keys: Control.keys),
            .init("web", \.web, keys: WebConfiguration.keys),
            .init("mqtt", \.mqtt, keys: MQTTConfiguration.keys),
            .init("models", \.models, keys: Models.keys),
            .init("person", \.person, keys: PersonConfiguration.keys),
            gestureSection,
            gazeSection,
            .init("drive", \.drive, "Drive: a robot's wheels, docs/robot.md.", keys: DriveConfiguration.keys),
        ],
        tables: [
            .init("gaze.zones", \.zones),
            .init("cameras", \.cameras),
            .init("filters", \.filters),
            .init("outputs", \.writtenOutputs),
            .init("axes", \.writtenAxes),
            .init("inputs", \.inputs),
            .init("profiles", \.profiles),
        ],
        finish: { configuration in
            configuration.expandDrive()
            for filter in configuration.filters {
                if let gesture = HeadGesture(filter.name) { configuration.gestures.filters[gesture] = filter.filter }
            }
            configuration.gestures.wakeGesture = configuration.effectiveWakeGesture
            configuration.gestures.gaze.zones = configuration.boundZones
            configuration.gestures.gaze.middle = configuration.axes.contains { $0.follows == .gaze } ? configuration.gaze.point(x: 0.5, y: 0.5) : nil
            if !configuration.boundGestures.isDisjoint(with: HeadGesture.tilts) || configuration.axes.contains(where: { $0.follows == .tilt }) { configuration.gestures.tilt.isOn = true }
            for expression in configuration.boundGestures.compactMap(\.expression) { configuration.gestures.expressions.use(expression) }
        },
        conflicts: \.conflicts, never: NeverDriven.reason)
}
