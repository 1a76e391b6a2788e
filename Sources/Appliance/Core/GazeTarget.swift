import Gestures

/// A point that the user looks at in a calibration, which can be named in words.
package struct GazeTarget: Equatable, Sendable {
    /// "the upper left corner of the screen"
    package let words: String
    /// Parts of the screen; `nil` for the camera.
    private let place: SIMD2<Double>?

    private init(_ words: String, _ place: SIMD2<Double>?) {
        self.words = words
        self.place = place
    }

    package func point(_ geometry: GazeGeometry) -> GazePoint {
        place.map { geometry.point(x: $0.x, y: $0.y) } ?? GazePoint(right: 0, up: 0)
    }

    /// The points of a calibration, in order; `nil` for another number than 1, 3, 5 or 9.
    package static func calibration(_ count: Double) -> [GazeTarget]? {
        let corners = [corner("upper left", 0, 0), corner("upper right", 1, 0), corner("lower right", 1, 1), corner("lower left", 0, 1)]
        let middle = GazeTarget("the middle of the screen", SIMD2(0.5, 0.5))
        return switch count {
        case 1: [GazeTarget("the camera", nil)]
        case 3: [corners[0], corners[1], edge("lower", 0.5, 1)]
        case 5: corners + [middle]
        case 9: corners + [edge("left", 0, 0.5), edge("upper", 0.5, 0), edge("right", 1, 0.5), edge("lower", 0.5, 1), middle]
        default: nil
        }
    }

    private static func corner(_ name: String, _ x: Double, _ y: Double) -> GazeTarget { GazeTarget("the \(name) corner of the screen", SIMD2(x, y)) }

    private static func edge(_ name: String, _ x: Double, _ y: Double) -> GazeTarget {
        GazeTarget("the middle of the screen's \(name) edge", SIMD2(x, y))
    }
}
