/// A point or vector in the upright, unmirrored view: pixels, origin top left, x right, y down.
public typealias HeadPoint = SIMD2<Double>

/// The point that follows the head, with the scale and axis needed to measure its movement.
///
/// In the upright, unmirrored view the user's left is at the larger x.
public struct HeadPointer: Equatable, Sendable {
    /// Centre of the circle through the two eyes and the mouth, in pixels.
    public var position: HeadPoint
    /// Distance between the eyes in pixels; the unit (IOD) of every gesture distance.
    public var interocularDistance: Double
    /// Unit vector from the right eye to the left one: the head's own horizontal axis, towards the user's left.
    public var leftward: HeadPoint
    /// Distance from the eyes' middle to the mouth in pixels, if known. Together with the eye distance it distinguishes a head that comes
    /// nearer from one that turns.
    public var height: Double?

    public init(position: HeadPoint, interocularDistance: Double, leftward: HeadPoint, height: Double? = nil) {
        self.position = position
        self.interocularDistance = interocularDistance
        self.leftward = leftward
        self.height = height
    }

    /// The pointer of a face, or `nil` if the three points are too close to one line to define a circle.
    ///
    /// The circumcentre is computed by Cramer's rule on the two perpendicular bisectors. The slope form in NodKit's publication divides by
    /// the slope of the eye line, which is zero for every upright head.
    ///
    /// - Parameters:
    ///   - leftEye: centre of the user's own left eye, pixels.
    ///   - rightEye: centre of the user's own right eye, pixels.
    ///   - mouth: centre of the mouth, pixels.
    public init?(leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint) {
        let eyes = leftEye - rightEye
        let toMouth = mouth - rightEye
        let eyesSquared = (eyes * eyes).sum()
        let mouthSquared = (toMouth * toMouth).sum()
        let determinant = 2 * (eyes.x * toMouth.y - eyes.y * toMouth.x)
        // The determinant is 2·IOD·(mouth's distance from the eye line). Below a tenth of an IOD the circle grows
        // without bound and a pixel of noise moves its centre by many; no face looks like that within 80° of frontal.
        guard determinant.magnitude >= 0.2 * eyesSquared, eyesSquared > 0, determinant.isFinite else { return nil }
        let distance = eyesSquared.squareRoot()
        position = rightEye + HeadPoint(
            (toMouth.y * eyesSquared - eyes.y * mouthSquared) / determinant,
            (eyes.x * mouthSquared - toMouth.x * eyesSquared) / determinant)
        interocularDistance = distance
        leftward = eyes / distance
        let down = toMouth - eyes / 2
        height = (down * down).sum().squareRoot()
    }

    /// Whether every number can be used for measurements.
    var isUsable: Bool {
        position.x.isFinite && position.y.isFinite && interocularDistance.isFinite && interocularDistance > 0 && leftward.x.isFinite
            && leftward.y.isFinite
    }
}
