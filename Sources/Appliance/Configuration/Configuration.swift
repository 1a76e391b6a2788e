// Everything that a user can set.
import Gestures
import Pipeline

/// The effective configuration: defaults, with what the file says laid over them.
package struct Configuration: Equatable, Sendable {
    /// How the camera's picture lies.
    package struct Camera: Equatable, Sendable {
        /// EXIF orientation of the frames, 1 to 8.
        package var orientation = 1
        package var mirrored = false

        package var mounting: Mounting {
            Mounting(orientation: Orientation(rawValue: orientation) ?? .upright, isMirrored: mirrored)
        }
    }

    /// How the face is found and followed.
    package struct Detection: Equatable, Sendable {
        package var accuracy = FaceTracker.Accuracy.high
        package var threads = 1
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
    package var models = Models()
    package var gestures = GestureConfiguration()
    /// In the order of their names.
    package var outputs: [OutputConfiguration] = []

    package init() {}
}
