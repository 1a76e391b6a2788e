import Gestures
import Settings

extension Configuration {
    private typealias Limits = GazeGeometry.Ranges

    /// The section `[gaze]`: where screen, camera and user are.
    static let gazeSection = ConfigurationSection("gaze", \Configuration.self, """
        For looks at zones (below), axes that follow the gaze, and for `nodline evaluate --gaze`. An ordinary camera sees only roughly where the eyes point: read
        docs/gaze.md first.
        """, keys: [
            .init("screen_width", .number(Limits.screen, unit: "cm", \.gaze.screenWidth), """
                Size of the screen.
                """),
            .init("screen_height", .number(Limits.screen, unit: "cm", \.gaze.screenHeight), .asAbove),
            .init("camera_above", .number(Limits.camera, unit: "cm", \.gaze.cameraAbove), """
                Where the camera is: above the screen's upper edge (negative: below it), and to the right of the screen's middle as you
                see it (negative: to the left).
                """),
            .init("camera_right", .number(Limits.camera, unit: "cm", \.gaze.cameraRight), .asAbove),
            .init("interpupillary_mm", .number(Limits.interpupillary, unit: "mm", \.gaze.interpupillary), """
                Distance between your pupils, from which the distance to the screen is computed.
                """),
            .init("field_of_view", .number(Limits.fieldOfView, unit: "°", \.gaze.fieldOfView), """
                The camera's horizontal field of view.
                """),
            .init("distance", .number(Limits.distance, unit: "cm", \.gaze.distance), """
                How far your eyes are from the camera, for the warnings of `nodline check`. It is measured otherwise.
                """),
        ])
}
