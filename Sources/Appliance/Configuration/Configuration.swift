import Gestures
import Outputs

/// The effective configuration: defaults, with what the file says laid over them.
package struct Configuration: Equatable, Sendable {
    package var camera = Camera()
    package var detection = Detection()
    package var budget = BudgetConfiguration()
    package var darkness = Darkness()
    package var status = Status()
    package var feedback = FeedbackConfiguration()
    package var state = State()
    package var control = Control()
    package var models = Models()
    /// The preset of the gestures' limits; keys of their own go before it.
    package var strictness = Strictness.normal
    package var gestures = GestureConfiguration()
    /// Cameras that lie otherwise, in the order of their names.
    package var cameras: [CameraConfiguration] = []
    /// In the order of their names; `gestures` holds what they say.
    package var filters: [FilterConfiguration] = []
    /// In the order of their names.
    package var outputs: [OutputConfiguration] = []
    /// In the order of their names.
    package var axes: [AxisConfiguration] = []
    /// In the order of their names.
    package var inputs: [InputConfiguration] = []
    /// In the order of their names.
    package var profiles: [ProfileConfiguration] = []

    package init() {}

    /// Outputs and axes, as the devices' side takes them.
    package var outputSettings: OutputSettings { OutputSettings(outputs: outputs, axes: axes) }
}
