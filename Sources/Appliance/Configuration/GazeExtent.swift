import Gestures
import Glibc

/// The edges of a zone in degrees, as seen from the eyes.
struct GazeExtent {
    /// The measured error of a free head after a calibration, which 95 % of looks do not exceed (docs/lab/gaze.md), in degrees.
    static let usualError = 4.4

    let left, right, bottom, top: Double

    init(left: Double, right: Double, bottom: Double, top: Double) {
        (self.left, self.right, self.bottom, self.top) = (left, right, bottom, top)
    }

    /// - Parameter distance: of eyes straight in front of the camera, in centimetres.
    init(_ lowest: GazePoint, _ highest: GazePoint, at distance: Double) {
        func degrees(_ length: Double) -> Double { atan(length / distance) * 180 / .pi }
        self.init(left: degrees(lowest.right), right: degrees(highest.right), bottom: degrees(lowest.up), top: degrees(highest.up))
    }

    var isNarrow: Bool { right - left <= top - bottom }
    var smallest: Double { min(right - left, top - bottom) }

    /// Whether they share more than an edge.
    func overlaps(_ other: GazeExtent) -> Bool {
        let edge = 1e-6
        return min(right, other.right) - max(left, other.left) > edge && min(top, other.top) - max(bottom, other.bottom) > edge
    }
}
