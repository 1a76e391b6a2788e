import Gestures
import MQTTSettings
import Outputs
import WebSettings

/// The effective configuration: the defaults, overridden by the file.
package struct Configuration: Equatable, Sendable {
    package var camera = Camera()
    package var detection = Detection()
    package var budget = BudgetConfiguration()
    package var darkness = Darkness()
    package var status = Status()
    package var feedback = FeedbackConfiguration()
    package var state = State()
    package var control = Control()
    /// For `nodline-web`; the appliance itself only checks it.
    package var web = WebConfiguration()
    /// For `nodline-mqtt`; likewise.
    package var mqtt = MQTTConfiguration()
    package var models = Models()
    package var person = PersonConfiguration()
    /// The preset of the gestures' limits; a limit's own key overrides it.
    package var strictness = Strictness.normal
    package var gestures = GestureConfiguration()
    package var taught = TaughtConfiguration()
    package var gaze = GazeGeometry()
    /// Sorted by name; `gestures` holds those that drive something.
    package var zones: [GazeZoneConfiguration] = []
    /// Cameras with a mounting of their own, sorted by name.
    package var cameras: [CameraConfiguration] = []
    /// Sorted by name; `gestures` holds their values.
    package var filters: [FilterConfiguration] = []
    /// The wheels; `outputs` and `axes` hold what they are made of.
    package var drive = DriveConfiguration()
    /// Sorted by name, then those of ``drive``.
    package var outputs: [OutputConfiguration] = []
    /// Sorted by name, then those of ``drive``.
    package var axes: [AxisConfiguration] = []
    /// Sorted by name.
    package var inputs: [InputConfiguration] = []
    /// Sorted by name.
    package var profiles: [ProfileConfiguration] = []

    package init() {}

    /// The outputs and axes, in the form that the devices take.
    package var outputSettings: OutputSettings { OutputSettings(outputs: outputs, axes: axes) }
}

/// What the file itself has, without what follows from `[drive]`.
extension Configuration {
    package var writtenOutputs: [OutputConfiguration] {
        get { outputs.filter { $0.driveKey == nil } }
        set { outputs = newValue + outputs.filter { $0.driveKey != nil } }
    }

    package var writtenAxes: [AxisConfiguration] {
        get { axes.filter { $0.driveKey == nil } }
        set { axes = newValue + axes.filter { $0.driveKey != nil } }
    }

    /// Makes the outputs and axes of the drive.
    mutating func expandDrive() {
        let parts = drive.parts
        (outputs, axes) = (writtenOutputs + parts.outputs, writtenAxes + parts.axes)
    }
}
