/// Where camera, screen and user are. The camera lies in the plane of the screen and looks at right angles to it; what is different in
/// reality is corrected by the calibration.
public struct GazeGeometry: Equatable, Sendable {
    /// Size of the screen in centimetres.
    public var screenWidth = 31.0
    public var screenHeight = 17.5
    /// How far the camera lies above the screen's upper edge, in centimetres; negative if below it.
    public var cameraAbove = 1.0
    /// How far the camera lies to the right of the screen's middle, in centimetres, as the user sees it.
    public var cameraRight = 0.0
    /// Distance between the user's pupils in millimetres. 63 is the mean of adults; 95 % have 56 to 71 (Dodgson 2004).
    public var interpupillary = 63.0
    /// Horizontal field of view of the upright picture in degrees. 62 is that of the Raspberry Pi's Camera Module 2.
    public var fieldOfView = 62.0

    /// Usual distance of the eyes from the camera in centimetres. Looks use the measured one.
    public var distance = 60.0

    public init() {}

    /// The allowed values, in the units above.
    public enum Ranges {
        public static let screen = 5.0...300.0
        public static let camera = -200.0...200.0
        public static let interpupillary = 40.0...80.0
        public static let distance = 20.0...500.0
        public static let fieldOfView = 20.0...120.0
    }

    /// A place on the screen.
    /// - Parameters:
    ///   - x: part of the width, 0 at the user's left, 1 at the right.
    ///   - y: part of the height, 0 at the top, 1 at the bottom.
    public func point(x: Double, y: Double) -> GazePoint {
        GazePoint(right: (x - 0.5) * screenWidth - cameraRight, up: -cameraAbove - y * screenHeight)
    }

    /// The place of a point on the screen, in parts of its width and height; outside of 0…1 beyond its edges.
    public func part(_ point: GazePoint) -> (x: Double, y: Double) {
        ((point.right + cameraRight) / screenWidth + 0.5, -(point.up + cameraAbove) / screenHeight)
    }

    /// The focal length in pixels.
    /// - Parameter width: of the upright picture in pixels.
    func focalLength(width: Double) -> Double {
        let sine = Sine.of(degrees: fieldOfView / 2)
        return width / 2 * (1 - sine * sine).squareRoot() / sine
    }
}

/// The sine without a mathematical library, which this module does not import.
enum Sine {
    /// Taylor's series to the eleventh power: the error is below 1e-7 up to 90°.
    static func of(degrees: Double) -> Double {
        let x = degrees * Double.pi / 180, square = x * x
        return x * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
    }
}
