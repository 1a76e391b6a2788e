import Pipeline
import Settings

extension Configuration {
    /// The camera to use, and its mounting if no table of `cameras` matches it.
    package struct Camera: Equatable, Sendable {
        /// A name of `cameras`, `auto`, `front`, `back`, `external`, an id, or a part of a model's name.
        package var use = "auto"
        /// The cameras that a button with the action `camera` cycles through.
        package var alternatives: [String] = []
        package var width = 640
        package var height = 480
        /// Frames a second.
        package var rate = 30.0
        /// The object that calls libcamera; empty for the standard place.
        package var object = ""
        /// EXIF orientation of the frames, 1 to 8.
        package var orientation = 1
        package var mirrored = false
        /// Seconds without a face after which the camera is stopped; 0 means never.
        package var idleAfter = 0.0
        /// Seconds between looks of a stopped camera.
        package var idleLook = 3.0

        package var mounting: Mounting {
            Mounting(exif: orientation, isMirrored: mirrored)
        }

        static let keys: [ConfigurationKey<Camera>] = [
            .init("use", .text(\.use), """
                Which camera: "auto" (the front one, or the first), "front", "back", "external", its id, a part of its model's name
                (`nodline cameras` lists them), or the name of a table below.
                """),
            .init("alternatives", .texts(\.alternatives), """
                The cameras that a button with action = "camera" goes through, one after the other. Missing cameras are skipped.
                """),
            .init("width", .integer(64...4096, \.width), """
                Size of the frames in pixels, and frames a second. A face needs about 60 pixels from ear to ear; more costs time
                and gains nothing.
                """),
            .init("height", .integer(64...4096, \.height), .asAbove),
            .init("rate", .number(1...120, unit: "frames a second", \.rate), .asAbove, offer: PageOffer(.rates, 5...60, step: 1)),
            .init("object", .text(\.object), """
                The object that speaks to libcamera; "" means the installed one, or that of a checkout (deploy/build-camera-object).
                """),
            .init("orientation", .integer(1...8, \.orientation), """
                Orientation of the camera's picture, numbered as in EXIF: 1 upright, 3 upside down, 6 to be turned clockwise, 8 to be
                turned counterclockwise; 2, 4, 5 and 7 are the same, mirrored.
                """),
            .init("mirrored", .flag(\.mirrored), """
                true if the camera gives a mirror image, as some front cameras do. Otherwise left and right would be swapped.
                """),
            .init("idle_after", .number(0...86400, unit: "s", \.idleAfter), """
                When nobody has been there for idle_after seconds, the camera stops, and looks for a moment every idle_look seconds. A
                person who comes is seen at most idle_look + 2 seconds later; a button wakes it at once. idle_after = 0 means never.
                """),
            .init("idle_look", .number(0.5...600, unit: "s", \.idleLook), .asAbove),
        ]
    }

    /// How the face is found and followed.
    package struct Detection: Equatable, Sendable {
        package var accuracy = Accuracy.high
        package var threads = 1

        static let keys: [ConfigurationKey<Detection>] = [
            .init("accuracy", .word(\.accuracy), """
                "high" measures the whole face in every frame in which something moves. "low" does that one to six times a second
                and follows the motion in between: it costs a quarter, and is a little less exact about where the head is turned.
                """),
            .init("threads", .integer(1...16, \.threads), """
                CPU threads for each run of a neural network. One is best on a small board: more threads cost more in total.
                """),
        ]
    }
}
