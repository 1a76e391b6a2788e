/// Something to look at: a rectangle of the screen's plane, or of directions from the user's eyes.
public struct GazeZone: Equatable, Sendable {
    public enum Area: Equatable, Sendable {
        /// On the screen's plane, in centimetres from the camera.
        case screen(lowest: GazePoint, highest: GazePoint)
        /// Sines of the angles to the line from the eyes to the camera: to the user's right, and up.
        case directions(lowest: SIMD2<Double>, highest: SIMD2<Double>)
    }

    public var name: GestureName
    public var area: Area
    /// How long the gaze must rest on it, in seconds.
    public var dwell = 1.0
    /// Allowed dwell times.
    public static let dwells = 0.3...10.0

    public init(name: GestureName, area: Area) {
        self.name = name
        self.area = area
    }

    /// Directions in degrees, at most 65 to each side.
    public static func directions(left: Double, right: Double, bottom: Double, top: Double) -> Area {
        .directions(lowest: SIMD2(Sine.of(degrees: left), Sine.of(degrees: bottom)), highest: SIMD2(Sine.of(degrees: right), Sine.of(degrees: top)))
    }

    /// Whether a look meets it.
    /// - Parameter margin: by how many degrees the zone is enlarged.
    func contains(_ look: GazeLook, margin: Double = 0) -> Bool {
        let wider = margin * Double.pi / 180
        switch area {
        case .directions(let lowest, let highest):
            return Self.isInside(look.direction, lowest - wider, highest + wider)
        case .screen(let lowest, let highest):
            guard let point = look.point else { return false }
            let margin = wider * look.eyes.z
            return Self.isInside(SIMD2(point.right, point.up), SIMD2(lowest.right, lowest.up) - margin, SIMD2(highest.right, highest.up) + margin)
        }
    }

    private static func isInside(_ point: SIMD2<Double>, _ lowest: SIMD2<Double>, _ highest: SIMD2<Double>) -> Bool {
        point.x >= lowest.x && point.x <= highest.x && point.y >= lowest.y && point.y <= highest.y
    }
}

/// What gaze does: nothing without zones or axes, and nothing before it was calibrated.
public struct GazeRules: Equatable, Sendable {
    /// They do not overlap.
    public var zones: [GazeZone] = []
    /// The point at which axes rest that follow the gaze; `nil` if there are none.
    public var middle: GazePoint?
    /// The user's own correction; `nil` if gaze was not calibrated.
    public var correction: GazeCorrection?

    public init() {}

    /// Whether anything asks for the gaze.
    public var isUsed: Bool { !zones.isEmpty || middle != nil }

    /// Whether a zone can fire or an axis can move, so that samples need a ``HeadSample/gaze``.
    public var isActive: Bool { isUsed && correction != nil }
}
