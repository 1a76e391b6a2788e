// Everything that a user can set.
import Gestures
import Outputs
import Pipeline

/// The effective configuration: defaults, with what the file says laid over them.
package struct Configuration: Equatable, Sendable {
    /// Which camera is used, and how its picture lies where no table of `cameras` says otherwise.
    package struct Camera: Equatable, Sendable {
        /// A name of `cameras`, `auto`, `front`, `back`, `external`, an id, or a part of a model's name.
        package var use = "auto"
        /// What a button with the action `camera` goes through.
        package var alternatives: [String] = []
        package var width = 640
        package var height = 480
        /// Frames a second.
        package var rate = 30.0
        /// The object that speaks to libcamera; empty means the standard place.
        package var object = ""
        /// EXIF orientation of the frames, 1 to 8.
        package var orientation = 1
        package var mirrored = false
        /// Seconds with nobody there after which the camera is stopped; 0 means never.
        package var idleAfter = 0.0
        /// Seconds between looks of a stopped camera.
        package var idleLook = 3.0

        package var mounting: Mounting {
            Mounting(exif: orientation, isMirrored: mirrored)
        }
    }

    /// How the face is found and followed.
    package struct Detection: Equatable, Sendable {
        package var accuracy = Accuracy.high
        package var threads = 1
    }

    /// When it is dark, for outputs with `state = "dark"`.
    package struct Darkness: Equatable, Sendable {
        /// Brightness below which it is dark, 0 to 1.
        package var below = 0.15
        /// How long it must be so, in seconds.
        package var after = 1.0
    }

    /// What shows the user how things stand.
    package struct Status: Equatable, Sendable {
        /// A folder of /sys/class/leds; empty for none.
        package var led = ""
        /// Seconds without tracking after which outputs with `state = "alarm"` go on.
        package var alarmAfter = 60.0
    }

    /// Where ranges and pauses are kept.
    package struct State: Equatable, Sendable {
        /// Empty means the one that the service manager gives.
        package var directory = ""
    }

    /// Where clients find the appliance.
    package struct Control: Equatable, Sendable {
        /// Empty means the standard place, "none" means that there are no sockets.
        package var directory = ""
    }

    /// Where runtime and models lie; empty means the standard places.
    package struct Models: Equatable, Sendable {
        package var runtime = ""
        package var directory = ""

        package var assets: Assets {
            var assets = Assets.standard()
            if !runtime.isEmpty { assets.runtime = runtime }
            if !directory.isEmpty { assets.models = directory }
            return assets
        }
    }

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
