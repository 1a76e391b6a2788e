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
    /// What the gestures' limits were before keys of their own.
    package var strictness = Strictness.normal
    package var gestures = GestureConfiguration()
    /// Cameras that lie otherwise, in the order of their names.
    package var cameras: [CameraConfiguration] = []
    /// In the order of their names; `gestures` holds what they say.
    package var filters: [FilterConfiguration] = []
    /// Likewise.
    package var outputs: [OutputConfiguration] = []
    /// Likewise.
    package var axes: [AxisConfiguration] = []
    /// Likewise.
    package var inputs: [InputConfiguration] = []
    /// Likewise.
    package var profiles: [ProfileConfiguration] = []

    package init() {}

    /// Outputs and axes, as the devices' side takes them.
    package var outputSettings: OutputSettings { OutputSettings(outputs: outputs, axes: axes) }
}
